-- With PostgreSQL's default costs, made for turning disks, a search that finds some hundred contacts reads all of them. What
-- a trigram index finds is also guessed too high, three times and more; the cost makes up for both. Helpers would take
-- longer to start than they save.
alter function public.search_accounts(text) set random_page_cost = 0.5;
alter function public.search_accounts(text) set max_parallel_workers_per_gather = 0;
alter function public.search_contacts(text) set random_page_cost = 0.5;
alter function public.search_contacts(text) set max_parallel_workers_per_gather = 0;
