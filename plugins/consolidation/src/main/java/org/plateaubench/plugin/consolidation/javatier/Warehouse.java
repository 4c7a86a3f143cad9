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

/** The objects of one warehouse. A request holds the lock of the warehouse while it is executed. */
final class Warehouse {
    /** Names of the counts, and of the counters of users that must add up to them. */
    static final String ORDERS = "orders";

    static final String UNITS = "unitsOrdered";
    static final String PAYMENTS = "payments";
    static final String CENTS = "centsPaid";

    /** Number of orders whose items a stock-level request checks. */
    private static final int RECENT_ORDERS = 20;

    /** Quantity below which a stock-level request counts an item as low. */
    private static final int LOW_STOCK = 15;

    /** Quantity below which an order restocks the item. */
    private static final int RESTOCK_LEVEL = 10;

    private static final int RESTOCK_QUANTITY = 91;

    private final Company company;
    private final int[] stock = new int[Company.ITEMS + 1];
    private final List<District> districts = new ArrayList<>();

    /** Values that the operation does not need are 0 or empty. Districts are numbered over all warehouses. */
    record Request(int district, int customer, List<Line> lines, int cents) {
        int warehouse() {
            return (district - 1) / Company.DISTRICTS + 1;
        }
    }

    record Priced(int item, int quantity, int price, String text) {}

    record Ordered(int order, int district, String customer, List<Priced> lines, long total) {}

    /** The response to a payment: the number and the sum of the customer's payments. */
    record Account(String customer, int payments, long paid) {}

    record Stock(int district, int nextOrder, int low) {}

    private static final class District {
        private final List<List<Line>> orders = new ArrayList<>();
        private final int[] payments = new int[Company.CUSTOMERS];
        private final long[] paid = new long[Company.CUSTOMERS];
    }

    Warehouse(Company company, int number) {
        this.company = company;
        for (int item = 1; item <= Company.ITEMS; item++) {
            stock[item] = company.stock(number, item);
        }
        for (int i = 0; i < Company.DISTRICTS; i++) {
            District district = new District();
            int before = ((number - 1) * Company.DISTRICTS + i) * Company.CUSTOMERS;
            for (int customer = 1; customer <= Company.CUSTOMERS; customer++) {
                district.orders.add(Company.lines(Draws.of(KeyedRandom.key(company.seed(), before + customer))));
            }
            districts.add(district);
        }
    }

    private District district(int number) {
        return districts.get((number - 1) % Company.DISTRICTS);
    }

    synchronized Ordered order(Request request) {
        List<Priced> lines = new ArrayList<>();
        long total = 0;
        for (Line line : request.lines()) {
            int item = line.item();
            int left = stock[item] - line.quantity();
            stock[item] = left < RESTOCK_LEVEL ? left + RESTOCK_QUANTITY : left;
            lines.add(new Priced(item, line.quantity(), company.price(item), company.text(item)));
            total += (long) company.price(item) * line.quantity();
        }
        List<List<Line>> orders = district(request.district()).orders;
        orders.add(request.lines());
        String customer = company.customerName(request.customer());
        return new Ordered(orders.size(), request.district(), customer, lines, total);
    }

    synchronized Account pay(Request request) {
        District district = district(request.district());
        int customer = (request.customer() - 1) % Company.CUSTOMERS;
        district.payments[customer]++;
        district.paid[customer] += request.cents();
        String name = company.customerName(request.customer());
        return new Account(name, district.payments[customer], district.paid[customer]);
    }

    synchronized Stock stockLevel(Request request) {
        List<List<Line>> orders = district(request.district()).orders;
        Set<Integer> low = new HashSet<>();
        for (List<Line> order : orders.subList(Math.max(0, orders.size() - RECENT_ORDERS), orders.size())) {
            order.stream().filter(line -> stock[line.item()] < LOW_STOCK).forEach(line -> low.add(line.item()));
        }
        return new Stock(request.district(), orders.size() + 1, low.size());
    }

    synchronized boolean hasOrder(int district, int order) {
        return order <= district(district).orders.size();
    }

    /** Adds the counts of this warehouse, computed from its objects. */
    synchronized void addCounts(Map<String, Long> counts) {
        for (District district : districts) {
            for (List<Line> order : district.orders) {
                long units = order.stream().mapToLong(Line::quantity).sum();
                counts.merge(ORDERS, 1L, Long::sum);
                counts.merge(UNITS, units, Long::sum);
            }
            for (int customer = 0; customer < Company.CUSTOMERS; customer++) {
                counts.merge(PAYMENTS, (long) district.payments[customer], Long::sum);
                counts.merge(CENTS, district.paid[customer], Long::sum);
            }
        }
    }
}
