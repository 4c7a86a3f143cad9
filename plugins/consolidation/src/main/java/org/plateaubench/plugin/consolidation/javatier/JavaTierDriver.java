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
import org.plateaubench.plugin.consolidation.javatier.Warehouse.Ordered;
import org.plateaubench.plugin.consolidation.javatier.Warehouse.Priced;
import org.plateaubench.plugin.consolidation.javatier.Warehouse.Request;
import org.plateaubench.plugin.consolidation.javatier.Warehouse.Stock;
import org.plateaubench.spi.Acknowledged;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.UserContext;
import tools.jackson.core.JacksonException;

/** One user with one connection. A request is drawn and serialised to JSON before the operation is timed. */
final class JavaTierDriver implements Driver {
    private static final int CUSTOMER = 1;
    private static final int CENTS = 2;
    private static final int OK = 200;
    private static final Operation[] OPERATIONS = Operation.values();

    private final Company company;
    /**
     * The highest values in the responses to all users of this agent: the number of the latest order by district, and
     * the number of payments by negated customer number.
     */
    private final Map<Integer, Integer> highest;

    private final HttpConnection connection;
    private final Changes changes;
    private final Acknowledged orders;
    private final HttpRequest http = new HttpRequest();
    private Request request = new Request(1, 1, List.of(), 0);

    JavaTierDriver(Company company, Map<Integer, Integer> highest, HttpConnection connection, UserContext user) {
        this.company = company;
        this.highest = highest;
        this.connection = connection;
        changes = new Changes(user);
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
        boolean succeeded = false;
        try {
            switch (OPERATIONS[call.operation()]) {
                case NEW_ORDER -> order();
                case PAYMENT -> pay();
                case STOCK_LEVEL -> stockLevel();
            }
            succeeded = true;
            return Outcome.ok();
        } catch (IOException e) {
            return HttpOutcomes.of(e);
        } finally {
            changes.end(succeeded);
        }
    }

    private <T> T exchange(Class<T> type) throws IOException {
        HttpResponse response = connection.exchange(http);
        try {
            require(response.status() == OK, "the server answered " + response.status());
            @Nullable
            T value = App.JSON.readValue(response.bodyArray(), response.bodyOffset(), response.bodyLength(), type);
            if (value == null) {
                throw new WrongContent("the response is null");
            }
            return value;
        } catch (JacksonException e) {
            throw new WrongContent("the response lacks fields or is not JSON");
        }
    }

    private static void require(boolean condition, String message) throws WrongContent {
        if (!condition) {
            throw new WrongContent(message);
        }
    }

    private void recordHighest(int key, int value) {
        highest.merge(key, value, Math::max);
    }

    private void requireCustomer(String name) throws WrongContent {
        require(company.customerName(request.customer()).equals(name), "the customer is not the requested one");
    }

    private void order() throws IOException {
        // Read before the request is sent, because the response must not be older than this value.
        int before = highest.getOrDefault(request.district(), 0);
        changes.begin(Warehouse.ORDERS, 1);
        changes.begin(
                Warehouse.UNITS,
                request.lines().stream().mapToLong(Line::quantity).sum());
        Ordered order = exchange(Ordered.class);
        requireCustomer(order.customer());
        List<Priced> lines = request.lines().stream()
                .map(line ->
                        new Priced(line.item(), line.quantity(), company.price(line.item()), company.text(line.item())))
                .toList();
        long total = lines.stream()
                .mapToLong(line -> (long) line.price() * line.quantity())
                .sum();
        require(
                order.district() == request.district() && lines.equals(order.lines()) && total == order.total(),
                "the district, lines, prices, texts or total of the order are wrong");
        require(order.order() > before, "the order number is not greater than earlier ones");
        orders.stored(((long) request.district() << Integer.SIZE) | order.order());
        recordHighest(request.district(), order.order());
    }

    private void pay() throws IOException {
        int before = highest.getOrDefault(-request.customer(), 0);
        changes.begin(Warehouse.PAYMENTS, 1);
        changes.begin(Warehouse.CENTS, request.cents());
        Account account = exchange(Account.class);
        requireCustomer(account.customer());
        require(account.payments() > before, "the number of payments has not increased");
        recordHighest(-request.customer(), account.payments());
    }

    private void stockLevel() throws IOException {
        int before = highest.getOrDefault(request.district(), 0);
        Stock stock = exchange(Stock.class);
        require(stock.district() == request.district(), "the district is not the requested one");
        require(stock.nextOrder() > before, "the next order number is not greater than earlier ones");
        recordHighest(request.district(), stock.nextOrder() - 1);
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
