-- With PostgreSQL's default costs, made for turning disks, a search that finds some hundred contacts reads all of them.
alter function public.search_accounts(text) set random_page_cost = 1.1;
alter function public.search_contacts(text) set random_page_cost = 1.1;
