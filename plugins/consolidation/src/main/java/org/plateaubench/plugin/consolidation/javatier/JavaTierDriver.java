// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.consolidation.javatier;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Draws;
import org.plateaubench.api.Outcome;
import org.plateaubench.http.HttpConnection;
import org.plateaubench.http.HttpFailure;
import org.plateaubench.http.HttpRequest;
import org.plateaubench.http.HttpResponse;
import org.plateaubench.http.RequestBody;
import org.plateaubench.http.browser.HttpOutcomes;
import org.plateaubench.http.html.WrongContent;
import org.plateaubench.plugin.consolidation.application.App;
import org.plateaubench.plugin.consolidation.application.Changes;
import org.plateaubench.plugin.consolidation.javatier.Company.Line;
import org.plateaubench.plugin.consolidation.javatier.Warehouse.Account;
import org.plateaubench.plugin.consolidation.javatier.Warehouse.Delivered;
import org.plateaubench.plugin.consolidation.javatier.Warehouse.Ordered;
import org.plateaubench.plugin.consolidation.javatier.Warehouse.Priced;
import org.plateaubench.plugin.consolidation.javatier.Warehouse.Request;
import org.plateaubench.plugin.consolidation.javatier.Warehouse.Stock;
import org.plateaubench.spi.Acknowledged;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.UserContext;
import tools.jackson.core.JacksonException;

/** One user with one connection. A request is drawn and written as JSON before its time begins. */
final class JavaTierDriver implements Driver {
    /** Change by a delivery, which is of at most one order of each district. */
    static final String DELIVERIES = "deliveries";

    private static final int CUSTOMER = 1;
    private static final int CENTS = 2;

    private static final int OK = 200;
    // What is known: the latest order and delivered order of a district, orders and payments of a customer.
    private static final int LAST = 1;
    private static final int DELIVERED = 2;
    private static final int ORDERS = 3;
    private static final int PAYMENTS = 4;

    private static final Operation[] OPERATIONS = Operation.values();

    private final Company company;
    /** What the users of one agent have learned from answers, so that an outdated answer is noticed. */
    private final Map<Long, Integer> known;

    private final HttpConnection connection;
    private final Changes changes;
    private final UserContext.Counter delivered;
    private final Acknowledged orders;
    private final HttpRequest http = new HttpRequest();
    private Request request = new Request(1, 1, List.of(), 0);

    JavaTierDriver(Company company, Map<Long, Integer> known, HttpConnection connection, UserContext user) {
        this.company = company;
        this.known = known;
        this.connection = connection;
        changes = new Changes(user);
        delivered = user.counter(Warehouse.DELIVERED);
        orders = user.acknowledged(Warehouse.ORDERS);
    }

    @Override
    public void connect() throws HttpFailure {
        connection.connect();
    }

    @Override
    public void prepareOperation(OperationCall call) {
        Operation operation = OPERATIONS[call.operation()];
        Draws draws = call.draws();
        int customers = company.warehouses() * Company.DISTRICTS * Company.CUSTOMERS;
        int customer = draws.between(CUSTOMER, 0, 1, customers);
        request = new Request(
                (customer - 1) / Company.CUSTOMERS + 1,
                customer,
                operation == Operation.NEW_ORDER ? Company.lines(draws) : List.of(),
                draws.between(CENTS, 0, 100, 500_000));
        http.start("POST", operation.path())
                .body(RequestBody.of(App.JSON.writeValueAsBytes(request), "application/json"));
    }

    @Override
    public Outcome execute(OperationCall call) {
        boolean isRight = false;
        try {
            switch (OPERATIONS[call.operation()]) {
                case NEW_ORDER -> order();
                case PAYMENT -> pay();
                case ORDER_STATUS -> status();
                case DELIVERY -> deliver();
                case STOCK_LEVEL -> stockLevel();
                case CUSTOMER_REPORT -> report();
            }
            isRight = true;
            return Outcome.ok();
        } catch (IOException e) {
            return HttpOutcomes.of(e);
        } finally {
            changes.end(isRight);
        }
    }

    private <T> T exchange(Class<T> type) throws IOException {
        HttpResponse response = connection.exchange(http);
        try {
            require(response.status() == OK, "the server answered " + response.status());
            @Nullable
            T value = App.JSON.readValue(response.bodyArray(), response.bodyOffset(), response.bodyLength(), type);
            if (value == null) {
                throw new WrongContent("the answer is null");
            }
            return value;
        } catch (JacksonException e) {
            throw new WrongContent("the answer lacks fields, or is not JSON");
        }
    }

    private static void require(boolean isRight, String otherwise) throws WrongContent {
        if (!isRight) {
            throw new WrongContent(otherwise);
        }
    }

    private int known(int kind, int place) {
        return known.getOrDefault(((long) kind << Integer.SIZE) | place, 0);
    }

    private void learn(int kind, int place, int value) {
        known.merge(((long) kind << Integer.SIZE) | place, value, Math::max);
    }

    private void requireCustomer(String name) throws WrongContent {
        require(company.customerName(request.customer()).equals(name), "the customer is another one");
    }

    private void requireLoaded(Ordered order) throws WrongContent {
        requireCustomer(order.customer());
        boolean isRight =
                order.district() == request.district() && !order.lines().isEmpty();
        long total = 0;
        for (Priced line : order.lines()) {
            isRight &= line.price() == company.price(line.item())
                    && company.text(line.item()).equals(line.text());
            total += (long) line.price() * line.quantity();
        }
        require(isRight && total == order.total(), "district, prices, texts or total of the order are others");
    }

    // What is known is read before the request is sent: the answer to it may then not be older.

    private void order() throws IOException {
        int before = known(LAST, request.district());
        changes.begin(Warehouse.ORDERS, 1);
        changes.begin(
                Warehouse.UNITS,
                request.lines().stream().mapToLong(Line::quantity).sum());
        Ordered order = exchange(Ordered.class);
        requireLoaded(order);
        List<Line> lines = order.lines().stream()
                .map(line -> new Line(line.item(), line.quantity()))
                .toList();
        require(lines.equals(request.lines()), "the lines of the order are others");
        require(order.order() > before, "the number of the order does not follow those before");
        orders.held(((long) request.district() << Integer.SIZE) | order.order());
        learn(LAST, request.district(), order.order());
        learn(ORDERS, request.customer(), order.order());
    }

    private void pay() throws IOException {
        int before = known(PAYMENTS, request.customer());
        changes.begin(Warehouse.PAYMENTS, 1);
        changes.begin(Warehouse.CENTS, request.cents());
        Account account = exchange(Account.class);
        requireCustomer(account.customer());
        require(account.payments() > before, "the number of payments has not grown");
        learn(PAYMENTS, request.customer(), account.payments());
    }

    private void status() throws IOException {
        int before = known(ORDERS, request.customer());
        Ordered order = exchange(Ordered.class);
        requireLoaded(order);
        require(order.order() >= before, "the order is not the customer's latest one");
        learn(ORDERS, request.customer(), order.order());
    }

    private void deliver() throws IOException {
        int first = (request.warehouse() - 1) * Company.DISTRICTS + 1;
        int[] before = new int[Company.DISTRICTS];
        for (int i = 0; i < before.length; i++) {
            before[i] = known(DELIVERED, first + i);
        }
        changes.begin(DELIVERIES, 1);
        List<Integer> numbers = exchange(Delivered.class).orders();
        require(numbers.size() == before.length, "the number of districts is another one");
        for (int i = 0; i < before.length; i++) {
            int order = numbers.get(i);
            require(order == 0 || order > before[i], "an order was delivered before");
            learn(DELIVERED, first + i, order);
        }
        delivered.add(numbers.stream().filter(order -> order > 0).count());
    }

    private void stockLevel() throws IOException {
        int before = known(LAST, request.district());
        Stock stock = exchange(Stock.class);
        require(stock.district() == request.district(), "the district is another one");
        require(stock.nextOrder() > before, "the number of the next order is an earlier one");
        learn(LAST, request.district(), stock.nextOrder() - 1);
    }

    private void report() throws IOException {
        int payments = known(PAYMENTS, request.customer());
        int order = known(ORDERS, request.customer());
        Account account = exchange(Account.class);
        requireCustomer(account.customer());
        require(!account.orders().isEmpty(), "the report has no orders");
        Ordered latest = account.orders().getFirst();
        requireLoaded(latest);
        require(
                latest.order() >= order && account.payments() >= payments,
                "the report is older than an earlier answer");
        learn(ORDERS, request.customer(), latest.order());
        learn(PAYMENTS, request.customer(), account.payments());
    }

    @Override
    public void abort() {
        connection.abort();
    }

    @Override
    public void close() {
        connection.close();
    }
}
