-- With PostgreSQL's default costs, made for turning disks, a search that finds some hundred contacts reads all of them. The
-- words are in memory, where a page costs little; and what a trigram index finds is guessed too high, three times and
-- more, which the cost of single pages makes up for. Helpers would take longer to start than they save.
alter function public.search_accounts(text) set seq_page_cost = 0.1;
alter function public.search_accounts(text) set random_page_cost = 0.05;
alter function public.search_accounts(text) set max_parallel_workers_per_gather = 0;
alter function public.search_contacts(text) set seq_page_cost = 0.1;
alter function public.search_contacts(text) set random_page_cost = 0.05;
alter function public.search_contacts(text) set max_parallel_workers_per_gather = 0;
