// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.dvdstore.shop.Measure;
import org.plateaubench.plugin.dvdstore.shop.Operation;
import org.plateaubench.plugin.dvdstore.web.StoreService;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutException;

/** Stores built by the original DVD Store 3 are adopted, checked, used and restored; its web pages are understood. */
class OriginalStoreTest {
    private static final double FACTOR = 0.0501;

    private final TestUser user = new TestUser();

    @Test
    void adoptedStoreIsUsedAndRestored() throws Exception {
        adoptUseAndRestore(Engine.H2, 1_000);
    }

    @ParameterizedTest
    @Tag("slow")
    @EnumSource(names = {"POSTGRESQL", "MARIADB"})
    void adoptedStoreOnServerIsRestored(Engine engine) throws Exception {
        adoptUseAndRestore(engine, 200);
    }

    private static DvdStoreParameters parameters(Map<String, ?> more) {
        Map<String, Object> values = new HashMap<>(Map.of("mode", "ds3", "factor", FACTOR, "fidelity", "compat"));
        values.putAll(more);
        return TestDatabase.parameters(values);
    }

    private static DataSet data(TestDatabase database, DvdStoreParameters parameters) {
        return new DvdStoreWorkload().dataSet(database.context(parameters));
    }

    /** Makes a store look as if the scripts of the original had built it. */
    private static TestDatabase original(Engine engine) throws Exception {
        TestDatabase database = TestDatabase.empty(engine);
        data(database, parameters(Map.of("fidelity", "strict"))).prepare(DataPolicy.REUSE, Progress.SILENT);
        database.execute("DROP TABLE plateau_dvdstore");
        database.execute("UPDATE customers SET password = 'password'");
        if (engine == Engine.POSTGRESQL) {
            database.execute("ALTER TABLE customers ALTER COLUMN zip TYPE VARCHAR(9)");
        }
        return database;
    }

    private void adoptUseAndRestore(Engine engine, int orders) throws Exception {
        TestDatabase database = original(engine);
        Map<String, String> before = database.checksums();
        DvdStoreParameters parameters = parameters(Map.of("adopt", database.schema()));
        assertMismatchIsRefused(database, before);
        DataSet data = data(database, parameters);
        assertThat(data.preflight(DataPolicy.REUSE)).singleElement().asString().contains("is adopted");
        data.prepare(DataPolicy.REUSE, Progress.SILENT);
        assertThat(data.verify()).isEmpty();
        shop(database, parameters, orders);
        assertFigures(orders);
        assertThat(database.checksums()).isNotEqualTo(before);
        assertOtherRunIsRefused(database);
        assertThat(data.reconcile(user.totals()))
                .isNotEmpty()
                .allMatch(row -> row.expected() == row.actual(), "agrees")
                .noneMatch(row -> row.what().contains("stock"));
        // reconcile() has restored the adopted store.
        assertThat(database.checksums()).isEqualTo(before);
        assertThat(database.tables()).noneMatch(table -> table.startsWith("plateau"));
        database.close();
    }

    private static void assertMismatchIsRefused(TestDatabase database, Map<String, String> before) throws Exception {
        DataSet larger = data(database, parameters(Map.of("adopt", database.schema(), "factor", 1)));
        assertThat(larger.preflight(DataPolicy.REUSE))
                .asString()
                .contains("1002", "instead of 20000", "Correct 'size'");
        DataSet two = data(database, parameters(Map.of("adopt", database.schema(), "stores", 2)));
        assertThatThrownBy(() -> two.prepare(DataPolicy.RELOAD, Progress.SILENT))
                .isInstanceOf(SutException.class)
                .hasMessageContaining("no tables of 2 stores");
        assertThat(database.checksums()).isEqualTo(before);
    }

    /** A run that loads its own store must not replace the adopted one. */
    private static void assertOtherRunIsRefused(TestDatabase database) throws Exception {
        DataSet other = data(database, parameters(Map.of("fidelity", "strict")));
        assertThatThrownBy(() -> other.prepare(DataPolicy.RELOAD, Progress.SILENT))
                .isInstanceOf(SutException.class)
                .hasMessageContaining("an interrupted run has adopted");
        assertThatThrownBy(() -> other.clear(Progress.SILENT)).isInstanceOf(SutException.class);
    }

    private void shop(TestDatabase database, DvdStoreParameters parameters, int orders) throws Exception {
        Driver driver =
                new DvdStoreWorkload().open(database.context(parameters)).driver(user);
        driver.connect();
        TestShopper shopper = new TestShopper(parameters, 3, 0);
        for (int i = 0; i < orders; i++) {
            shopper.order(driver, user, i);
        }
        driver.close();
    }

    private void assertFigures(int orders) {
        long calls = 0;
        for (Operation operation : Operation.values()) {
            for (OutcomeKind kind : OutcomeKind.values()) {
                calls += user.operations(operation.title(), kind);
            }
            assertThat(user.operations(operation.title(), OutcomeKind.ERROR))
                    .as(operation.title())
                    .isZero();
        }
        // Calls per order have the mean 12.16 and the variance 6.15; the tolerance is four standard errors.
        double error = 4 * Math.sqrt(6.15 / orders);
        assertThat((double) calls / orders).isBetween(12.16 - error, 12.16 + error);
        assertThat(user.operations("priceQuery", OutcomeKind.OK)).isEqualTo(orders);
        // One number is compared with decreasing probabilities, so a user who reviews is always a new one.
        assertThat(user.count(Measure.NEW_REVIEWS)).isLessThan(user.count(Measure.NEW_CUSTOMERS));
        assertThat((double) user.count(Measure.NEW_CUSTOMERS) / orders).isBetween(0.09, 0.31);
    }

    @Test
    void votesAndReviewsFollowNewCustomersOnly() {
        TestShopper shopper = new TestShopper(parameters(Map.of()), 5, 0);
        for (int unit = 0; unit < 2_000; unit++) {
            List<Operation> steps =
                    shopper.calls(unit).stream().map(TestCall::step).toList();
            boolean isNew = steps.getFirst() == Operation.NEW_CUSTOMER;
            assertThat(isNew || !steps.contains(Operation.NEW_VOTE)).isTrue();
            assertThat(steps.contains(Operation.NEW_VOTE) || !steps.contains(Operation.NEW_REVIEW))
                    .isTrue();
            assertThat(steps.contains(Operation.NEW_REVIEW) || !steps.contains(Operation.NEW_MEMBER))
                    .isTrue();
        }
    }

    @Test
    void originalPagesAreRequestedAndRead() throws Exception {
        TestDatabase database = original(Engine.H2);
        List<String> requests = new CopyOnWriteArrayList<>();
        HttpServer site = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        site.createContext("/ds3/", exchange -> respond(exchange, requests));
        site.start();
        try {
            Map<String, String> properties = new HashMap<>();
            database.address()
                    .properties()
                    .forEach((name, value) ->
                            properties.put(name.equals("password") ? name : "database." + name, value));
            properties.put("url", "http://127.0.0.1:" + site.getAddress().getPort() + "/ds3");
            DvdStoreParameters parameters =
                    parameters(Map.of("access", "web", "dialect", "php", "adopt", database.schema()));
            SutAddress sut = new SutAddress("site", StoreService.NAME, properties);
            DataSet data = new DvdStoreWorkload().dataSet(TestDatabase.context(parameters, sut));
            data.prepare(DataPolicy.REUSE, Progress.SILENT);
            Driver driver = new DvdStoreWorkload()
                    .open(TestDatabase.context(parameters, sut))
                    .driver(user);
            driver.connect();
            TestShopper shopper = new TestShopper(parameters, 7, 0);
            for (int i = 0; i < 100; i++) {
                shopper.order(driver, user, i);
            }
            driver.close();
            data.close();
        } finally {
            site.stop(0);
            database.close();
        }
        assertThat(user.operations("browseCategory", OutcomeKind.OK)).isPositive();
        assertThat(user.operations("reviewsByStars", OutcomeKind.OK)).isPositive();
        assertThat(user.operations("purchase", OutcomeKind.OK)).isPositive();
        assertThat(user.operations("purchase", OutcomeKind.DECLINED)).isPositive();
        assertThat(requests)
                .anyMatch(request -> request.matches("/ds3/dslogin\\.php\\?username=user\\d+&password=password"))
                .anyMatch(request -> request.startsWith("/ds3/dspurchase.php?confirmpurchase=yes&customerid=")
                        && request.contains("item%5B%5D=")
                        && request.contains("quan%5B%5D="))
                .anyMatch(request -> request.contains("/ds3/dsgetreviews.php?getreviewtype=star&productid="));
        assertThat(user.count(Measure.ORDERS)).isEqualTo(user.operations("purchase", OutcomeKind.OK));
    }

    /** Sends the parts of the original benchmark's pages that its own driver reads. */
    private static void respond(HttpExchange exchange, List<String> requests) throws IOException {
        String request = exchange.getRequestURI().toString();
        requests.add(request);
        String product = request.replaceFirst(".*productid=(\\d+).*", "$1");
        String page = request.replaceFirst(".*/(\\w+)\\.(php|html).*", "$1");
        String text = switch (page) {
            case "index" -> "<H1>Login</H1>";
            case "dslogin", "dsnewcustomer", "dsnewmember" -> "<INPUT TYPE=HIDDEN NAME=customerid VALUE=17>";
            case "dsbrowse" ->
                request.contains("browsetype=category")
                        ? "<TABLE><TR><TH>x</TH></TR><TR><TD><INPUT NAME='selected_item[]' TYPE=CHECKBOX VALUE=5>"
                                + "</TD><TD>A B</TD><TD>C D</TD><TD>$9.99</TD></TR></TABLE>"
                        : "<H2>No DVDs Found</H2>";
            case "dspurchase" ->
                requests.size() % 5 == 0 ? "<H2>Insufficient stock</H2>" : "<B>ORDER NUMBER: 12345</B>";
            case "dsbrowsereviews", "dsgetreviews" ->
                "<INPUT TYPE=HIDDEN NAME=reviewid VALUE=3><INPUT TYPE=HIDDEN NAME=productid VALUE="
                        + (product.length() > 9 ? "1" : product)
                        + "><INPUT TYPE=HIDDEN NAME=helpfulness_sum VALUE=40>";
            case "dsnewreview" -> "<INPUT TYPE=HIDDEN NAME=reviewid VALUE=99>";
            case "dsnewhelpfulness" -> "<INPUT TYPE=HIDDEN NAME=reviewhelpfulnessid VALUE=98>";
            default -> "<H2>" + page + "</H2>";
        };
        byte[] body = ("<HTML><BODY>" + text + "</BODY></HTML>").getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "text/html");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }
}
