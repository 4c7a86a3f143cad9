// SPDX-License-Identifier: Apache-2.0
package com.example.web;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.Answers;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Execution;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.Mix;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.QosLimit;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.http.HttpOrigin;
import org.plateaubench.http.HttpSettings;
import org.plateaubench.http.address.WebAddress;
import org.plateaubench.http.browser.Browser;
import org.plateaubench.http.browser.BrowserSettings;
import org.plateaubench.http.browser.HttpMeasures;
import org.plateaubench.http.browser.HttpOutcomes;
import org.plateaubench.http.browser.PageVisit;
import org.plateaubench.http.browser.Resource;
import org.plateaubench.http.connect.HttpConnections;
import org.plateaubench.http.html.Page;
import org.plateaubench.http.html.WrongContent;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.Plugin;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;

/** A complete web workload: users who open the front page of a shop, then open an item and order it. */
public final class WebPlugin implements Plugin {
    @Override
    public String id() {
        return "shop";
    }

    @Override
    public String description() {
        return "Users of a small shop.";
    }

    @Override
    public List<Workload<?>> workloads() {
        return List.of(new ShopWorkload());
    }

    /** The parameters in a run file. */
    public record ShopParameters(
            @Parameter(description = "Address of the shop.", defaultValue = "required") String url,
            @Parameter(description = "Parallel connections per user; 1 fetches resources one at a time.", defaultValue = "6", min = 1, max = 32)
                    int connections) {}

    private static final class ShopWorkload implements Workload<ShopParameters> {
        @Override
        public String name() {
            return "shop";
        }

        @Override
        public String description() {
            return "Users of a small shop.";
        }

        @Override
        public Class<ShopParameters> parametersType() {
            return ShopParameters.class;
        }

        @Override
        public WorkloadDefinition define(ShopParameters parameters) {
            return WorkloadDefinition.builder()
                    .operations(
                            OperationDefinition.of("front", "Opens the front page with its images and static files.")
                                    .verifying(Answers.read()
                                            .identity("that the page shows items")
                                            .notVerified("which items; the images"))
                                    .withLimits(QosLimit.parse("p95 < 1s")),
                            OperationDefinition.of("order", "Opens an item of the front page and orders it.")
                                    .verifying(Answers.read()
                                            .identity("the confirmation of the order")
                                            .notVerified("the page of the item")))
                    .mix(new Mix.Flat(Map.of("front", 3.0, "order", 1.0)))
                    .pacing(Pacing.think(Distribution.Exponential.ofMean(Duration.ofSeconds(1))))
                    .metric(new MetricDefinition("ordersPerSecond", "orders/s", "order", 1))
                    .measures(HttpMeasures.definitions())
                    .executions(Execution.VIRTUAL, Execution.PLATFORM)
                    .build();
        }

        @Override
        public WorkloadSession open(WorkloadContext<ShopParameters> context) {
            HttpConnections connections = new HttpConnections(HttpSettings.defaults()
                    .withTimeouts(Duration.ofSeconds(5), Duration.ofSeconds(10), Duration.ofSeconds(30)));
            return new WorkloadSession() {
                @Override
                public Driver driver(UserContext user) {
                    return new ShopDriver(connections, context.parameters(), user);
                }

                @Override
                public void close() {
                    connections.close();
                }
            };
        }
    }

    /** One user with a separate browser. */
    private static final class ShopDriver implements Driver {
        private static final int FRONT = 0;
        private static final int ITEM = 0;

        private final Browser browser;
        private final HttpMeasures measures;
        private List<WebAddress> items = List.of();

        ShopDriver(HttpConnections connections, ShopParameters parameters, UserContext user) {
            BrowserSettings settings = BrowserSettings.defaults().withConnectionsPerOrigin(parameters.connections());
            this.browser = new Browser(connections, HttpOrigin.parse(parameters.url()), settings, user::nanoTime);
            this.measures = new HttpMeasures(name -> user.counter(name)::add);
        }

        @Override
        public void connect() throws IOException {
            browser.connect();
        }

        @Override
        public Outcome execute(OperationCall call) {
            try {
                if (call.operation() == FRONT || items.isEmpty()) {
                    front();
                }
                return call.operation() == FRONT ? Outcome.ok() : order(call);
            } catch (IOException e) {
                return HttpOutcomes.of(e);
            } finally {
                measures.add(browser.endOperation());
            }
        }

        private void front() throws IOException {
            Page page = browser.page("/").page();
            browser.fetchAll(page.statics(), Resource.STATIC);
            browser.fetchAll(page.images(), Resource.IMAGE);
            items = page.linksBelow("/items/");
            if (items.isEmpty()) {
                throw new WrongContent("the front page shows no item");
            }
        }

        private Outcome order(OperationCall call) throws IOException {
            PageVisit item = browser.page(items.get(call.draws().between(ITEM, 0, 0, items.size() - 1)));
            PageVisit receipt = browser.submit(item.page().form("order").fill().set("count", "1"));
            if (receipt.contains("Sold out")) {
                return Outcome.declined("sold-out");
            }
            if (!receipt.contains("Thank you")) {
                throw new WrongContent("the order was not confirmed");
            }
            return Outcome.ok();
        }

        /** Another thread calls this when an operation exceeds its timeout. */
        @Override
        public void abort() {
            browser.abort();
        }

        @Override
        public void close() {
            browser.close();
        }
    }
}
