// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.api.SutAddress;
import org.plateaubench.loader.ParameterBinder;
import org.plateaubench.plugin.dvdstore.shop.Measure;
import org.plateaubench.plugin.dvdstore.web.StoreService;
import org.plateaubench.plugin.dvdstore.web.StoreServiceParameters;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;
import org.plateaubench.testkit.Deadline;
import org.plateaubench.testkit.LossyRelay;

/** The contract of the workload over the pages of the application, whose effects equal those of access by JDBC. */
class WebStoreTest extends DvdStoreContractTest {
    @TempDir
    private static Path folder;

    private SutService service;
    private SutAddress site;

    @Override
    @BeforeAll
    void load() throws Exception {
        service = StoreService.TYPE.create(new SutContext<>(
                "shop",
                SutContext.Mode.EMBEDDED,
                ParameterBinder.bind(StoreServiceParameters.class, Map.of()).required(),
                folder));
        site = service.start(Progress.SILENT);
        load(new TestDatabase(Engine.H2, StoreService.database(site)));
    }

    @AfterAll
    void stop() throws SutException {
        service.close();
    }

    @Override
    int port() {
        return Integer.parseInt(site.property("url").replaceFirst(".*:", ""));
    }

    @Override
    SutAddress sut(int port) {
        Map<String, String> properties = new HashMap<>(site.properties());
        properties.put("url", "http://127.0.0.1:" + port);
        return new SutAddress(site.name(), site.service(), properties);
    }

    @Override
    protected DvdStoreParameters parameters() {
        return parameters("web");
    }

    private static DvdStoreParameters parameters(String access) {
        return TestDatabase.parameters(Map.of("mode", "ds3", "factor", 0.0501, "access", access));
    }

    @Test
    void webAndJdbcCountsAreEqual() throws Exception {
        Map<Measure, Long> pages = shop("web");
        assertThat(pages.get(Measure.ORDERS)).isPositive();
        assertThat(shop("jdbc")).isEqualTo(pages);
    }

    private Map<Measure, Long> shop(String access) throws Exception {
        DvdStoreParameters parameters = parameters(access);
        DataSet data = new DvdStoreWorkload().dataSet(TestDatabase.context(parameters, site));
        data.prepare(DataPolicy.RESET, Progress.SILENT);
        assertThat(data.verify()).isEmpty();
        TestUser user = new TestUser();
        Driver driver = new DvdStoreWorkload()
                .open(TestDatabase.context(parameters, site))
                .driver(user);
        driver.connect();
        TestShopper shopper = new TestShopper(parameters, 11, 0);
        for (int i = 0; i < 300; i++) {
            shopper.order(driver, user, i);
        }
        driver.close();
        assertThat(data.reconcile(user.totals())).allMatch(row -> row.expected() == row.actual());
        Map<Measure, Long> counts = new EnumMap<>(Measure.class);
        for (Measure measure : Measure.values()) {
            counts.put(measure, user.count(measure));
        }
        return counts;
    }

    private enum Fault {
        CUT,
        STALLED,
        ANSWER_LOST
    }

    @Tag("slow")
    @Timeout(120)
    @ParameterizedTest
    @CsvSource({"jdbc, CUT", "jdbc, STALLED", "jdbc, ANSWER_LOST", "web, CUT", "web, STALLED", "web, ANSWER_LOST"})
    void usersContinueAfterFaultAndTablesMatchCounts(String access, Fault fault) throws Exception {
        DvdStoreParameters parameters = parameters(access);
        DataSet data = new DvdStoreWorkload().dataSet(TestDatabase.context(parameters, site));
        data.prepare(DataPolicy.RESET, Progress.SILENT);
        assertThat(data.verify()).isEmpty();
        TestUser user = new TestUser();
        TestDatabase database = new TestDatabase(Engine.H2, StoreService.database(site));
        boolean isWeb = access.equals("web");
        try (LossyRelay relay = new LossyRelay(isWeb ? port() : database.port())) {
            Map<String, String> properties = new HashMap<>(site.properties());
            properties.put("database.url", database.url(relay.port()));
            SutAddress relayed = isWeb ? sut(relay.port()) : new SutAddress(site.name(), site.service(), properties);
            Driver driver = new DvdStoreWorkload()
                    .open(TestDatabase.context(parameters, relayed))
                    .driver(user);
            TestShopper shopper = new TestShopper(parameters, 13, 0);
            for (int unit = 0; unit < 24; unit++) {
                int number = unit;
                driver.connect();
                assertThat(shopper.order(driver, user, 1_000 + unit).connectionLost())
                        .isFalse();
                orderDuring(fault, relay, driver, unit, () -> shopper.order(driver, user, number));
            }
            driver.close();
        }
        assertThat(user.count(Measure.ORDERS)).isPositive();
        assertThat(data.reconcile(user.totals())).allMatch(Reconciliation::isMet);
    }

    /** Places an order during a fault; every call ends. */
    private static void orderDuring(Fault fault, LossyRelay relay, Driver driver, int unit, Callable<Outcome> shopping)
            throws Exception {
        AutoCloseable hold = fault == Fault.STALLED ? relay.hold() : () -> {};
        if (fault == Fault.ANSWER_LOST) {
            relay.loseAfter(unit % 12);
        }
        Future<Outcome> order = DrivenStore.inBackground(shopping);
        switch (fault) {
            case CUT -> relay.closeAll();
            case STALLED -> {
                assertThatThrownBy(() -> order.get(50, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
                driver.abort();
            }
            case ANSWER_LOST -> {
                Deadline.until("an answer is lost", () -> relay.lost() > 0 || order.isDone());
                driver.abort();
            }
        }
        hold.close();
        relay.loseNothing();
        try {
            order.get(20, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            assertThat(e.getCause()).isInstanceOfAny(SQLException.class, IOException.class);
        }
    }

    @Test
    void invalidRequestsAreAnsweredWithErrors() throws Exception {
        assertThat(answer("GET", "/nowhere", "")).startsWith("404").contains("no such page");
        assertThat(answer("POST", "/purchase", "item=1&quantity=1"))
                .startsWith("400")
                .contains("Sign in first");
        assertThat(answer("POST", "/purchase", "customer=1&item=x"))
                .startsWith("400")
                .contains("item must be a number");
        assertThat(answer("POST", "/purchase", "customer=1&item=1&quantity=1&item=999999&quantity=1"))
                .startsWith("503");
        assertThat(answer("POST", "/login", "username=user1&password=wrong"))
                .startsWith("200")
                .contains("Name or password is wrong", "data-customer=\"0\"");
        assertThat(answer("POST", "/customers", "username=%3Cb%3E&firstname=x")).doesNotContain("<b>");
    }

    private String answer(String method, String path, String form) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(site.property("url") + path))
                    .header("Content-Type", "application/x-www-form-urlencoded")
                    .method(method, HttpRequest.BodyPublishers.ofString(form))
                    .build();
            var answer = client.send(request, BodyHandlers.ofString());
            return answer.statusCode() + " " + answer.body();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "<main data-page='home' data-customer='0'><h1>Welcome</h1></main>"})
    void emptyOrUnexpectedPageIsAnError(String page) throws Exception {
        HttpServer other = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        other.createContext("/", exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "text/html");
            exchange.sendResponseHeaders(200, page.isEmpty() ? -1 : page.length());
            exchange.getResponseBody().write(page.getBytes(StandardCharsets.UTF_8));
            exchange.close();
        });
        other.start();
        try {
            Driver driver = new DvdStoreWorkload()
                    .open(TestDatabase.context(
                            parameters(), sut(other.getAddress().getPort())))
                    .driver(new TestUser());
            driver.connect();
            TestShopper shopper = new TestShopper(parameters(), 11, 0);
            for (int unit = 0; unit < 20; unit++) {
                for (TestCall call : shopper.calls(unit)) {
                    driver.prepareOperation(call);
                    Outcome outcome = driver.execute(call);
                    assertThat(outcome.kind()).as(call + ": " + outcome).isEqualTo(OutcomeKind.ERROR);
                }
            }
            driver.close();
        } finally {
            other.stop(0);
        }
    }

    @Test
    void webAccessToDatabaseIsRefused() throws Exception {
        SutAddress database = StoreService.database(site);
        DataSet data = new DvdStoreWorkload().dataSet(TestDatabase.context(parameters("web"), database));
        assertThat(data.preflight(DataPolicy.REUSE)).singleElement().asString().contains("service dvdstore");
        assertThatThrownBy(() -> data.prepare(DataPolicy.REUSE, Progress.SILENT))
                .isInstanceOf(SutException.class);
    }
}
