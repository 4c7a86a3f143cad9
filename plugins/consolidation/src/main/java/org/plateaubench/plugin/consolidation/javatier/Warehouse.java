// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.consolidation.javatier;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.plateaubench.api.Draws;
import org.plateaubench.api.KeyedRandom;
import org.plateaubench.plugin.consolidation.javatier.Company.Line;

/** The objects of one warehouse, whose lock a request holds. */
final class Warehouse {
    /** Names of the counts, and of the changes by which they grow. */
    static final String ORDERS = "orders";

    static final String UNITS = "unitsOrdered";
    static final String DELIVERED = "ordersDelivered";
    static final String PAYMENTS = "payments";
    static final String CENTS = "centsPaid";

    /** Orders of a district that a stock level looks at, and of a customer that a report shows. */
    private static final int RECENT = 20;

    private static final int REPORTED = 10;
    private static final int LOADED_DELIVERED = 20;
    /** Quantity below which a stock level counts an item, and below which the stock of it is filled up. */
    private static final int THRESHOLD = 15;

    private static final int LOW = 10;
    private static final int REFILL = 91;

    private final Company company;
    private final int[] stock = new int[Company.ITEMS + 1];
    private final List<District> districts = new ArrayList<>();

    /** What an operation does not need is 0 or empty. Districts are numbered over all warehouses. */
    record Request(int district, int customer, List<Line> lines, int cents) {
        int warehouse() {
            return (district - 1) / Company.DISTRICTS + 1;
        }
    }

    /** A line of an order with the price and text of its item. */
    record Priced(int item, int quantity, int price, String text) {}

    /** The answer to a new order, and to the question for a customer's latest order. */
    record Ordered(int order, int district, String customer, List<Priced> lines, long total, boolean delivered) {}

    /** The answer to a payment, and the report of a customer: the number of payments, and the latest orders first. */
    record Account(String customer, int payments, long balance, List<Ordered> orders) {}

    /** The stock of the items of a district's latest orders. */
    record Stock(int district, int nextOrder, int low) {}

    /** Numbers of the orders delivered in the districts, 0 for none. */
    record Delivered(List<Integer> orders) {}

    private record Order(int number, int customer, List<Line> lines, long total) {}

    private static final class Customer {
        private final List<Order> latest = new ArrayList<>();
        private int payments;
        private long paid;
        private long delivered;
    }

    private final class District {
        private final int number;
        private final List<Order> orders = new ArrayList<>();
        private final List<Customer> customers = new ArrayList<>();
        private int delivered;

        District(int number) {
            this.number = number;
            for (int i = 0; i < Company.CUSTOMERS; i++) {
                customers.add(new Customer());
                int customer = (number - 1) * Company.CUSTOMERS + i + 1;
                enter(customer, Company.lines(Draws.of(KeyedRandom.key(company.seed(), customer))));
            }
            for (int i = 0; i < LOADED_DELIVERED; i++) {
                deliver();
            }
        }

        Customer customer(int customer) {
            return customers.get((customer - 1) % Company.CUSTOMERS);
        }

        Order enter(int customer, List<Line> lines) {
            long total = lines.stream()
                    .mapToLong(line -> (long) company.price(line.item()) * line.quantity())
                    .sum();
            Order order = new Order(orders.size() + 1, customer, lines, total);
            orders.add(order);
            List<Order> latest = customer(customer).latest;
            latest.add(order);
            if (latest.size() > REPORTED) {
                latest.removeFirst();
            }
            return order;
        }

        int deliver() {
            if (delivered == orders.size()) {
                return 0;
            }
            Order order = orders.get(delivered++);
            customer(order.customer).delivered += order.total;
            return order.number;
        }

        Ordered shown(Order order) {
            List<Priced> lines = order.lines.stream()
                    .map(line -> new Priced(
                            line.item(), line.quantity(), company.price(line.item()), company.text(line.item())))
                    .toList();
            return new Ordered(
                    order.number,
                    number,
                    company.customerName(order.customer),
                    lines,
                    order.total,
                    order.number <= delivered);
        }
    }

    Warehouse(Company company, int number) {
        this.company = company;
        for (int item = 1; item <= Company.ITEMS; item++) {
            stock[item] = company.stock(number, item);
        }
        for (int i = 1; i <= Company.DISTRICTS; i++) {
            districts.add(new District((number - 1) * Company.DISTRICTS + i));
        }
    }

    private District district(Request request) {
        return districts.get((request.district() - 1) % Company.DISTRICTS);
    }

    synchronized Ordered order(Request request) {
        District district = district(request);
        for (Line line : request.lines()) {
            int left = stock[line.item()] - line.quantity();
            stock[line.item()] = left < LOW ? left + REFILL : left;
        }
        return district.shown(district.enter(request.customer(), request.lines()));
    }

    synchronized Account pay(Request request) {
        Customer customer = district(request).customer(request.customer());
        customer.payments++;
        customer.paid += request.cents();
        return account(request, List.of());
    }

    private Account account(Request request, List<Ordered> orders) {
        Customer customer = district(request).customer(request.customer());
        String name = company.customerName(request.customer());
        return new Account(name, customer.payments, customer.delivered - customer.paid, orders);
    }

    synchronized Account report(Request request) {
        District district = district(request);
        List<Order> latest = district.customer(request.customer()).latest;
        return account(request, latest.reversed().stream().map(district::shown).toList());
    }

    synchronized Ordered status(Request request) {
        District district = district(request);
        return district.shown(district.customer(request.customer()).latest.getLast());
    }

    synchronized Delivered deliver() {
        return new Delivered(districts.stream().map(District::deliver).toList());
    }

    synchronized Stock stockLevel(Request request) {
        District district = district(request);
        List<Order> orders = district.orders;
        Set<Integer> low = new HashSet<>();
        for (Order order : orders.subList(Math.max(0, orders.size() - RECENT), orders.size())) {
            order.lines.stream().filter(line -> stock[line.item()] < THRESHOLD).forEach(line -> low.add(line.item()));
        }
        return new Stock(district.number, orders.size() + 1, low.size());
    }

    synchronized boolean holds(int district, int order) {
        return order <= districts.get((district - 1) % Company.DISTRICTS).orders.size();
    }

    /** Adds the amounts of this warehouse, found by going through its objects. */
    synchronized void count(Map<String, Long> counts) {
        for (District district : districts) {
            for (Order order : district.orders) {
                long units = order.lines.stream().mapToLong(Line::quantity).sum();
                counts.merge(ORDERS, 1L, Long::sum);
                counts.merge(UNITS, units, Long::sum);
            }
            counts.merge(DELIVERED, (long) district.delivered, Long::sum);
            for (Customer customer : district.customers) {
                counts.merge(PAYMENTS, (long) customer.payments, Long::sum);
                counts.merge(CENTS, customer.paid, Long::sum);
            }
        }
    }
}
