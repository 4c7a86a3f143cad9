// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.consolidation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Finding;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.Mix;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.QosLimit;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.http.HttpOrigin;
import org.plateaubench.http.browser.Browser;
import org.plateaubench.http.browser.BrowserSettings;
import org.plateaubench.http.browser.HttpMeasures;
import org.plateaubench.plugin.consolidation.application.AppDataSet;
import org.plateaubench.plugin.consolidation.application.AppService;
import org.plateaubench.plugin.consolidation.application.AppService.AppServiceParameters;
import org.plateaubench.plugin.consolidation.application.Changes;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;

/** Visitors of a web store: static images, and pages with sessions. */
public final class StorefrontWorkload implements Workload<StorefrontWorkload.Parameters> {
    private static final String NAME = "storefront";
    private static final double ALL_PERCENT = 100;
    private static final int CONNECTIONS = 2;

    private static final List<Changes.Kind> CHANGES = List.of(
            new Changes.Kind(Storefront.ORDERS, "orders", "Orders placed."),
            new Changes.Kind(Storefront.UNITS, "units", "Units of placed orders."),
            new Changes.Kind(Storefront.CENTS, "cents", "Amount of placed orders."),
            new Changes.Kind(Storefront.VISITS, "visits", "Visits begun."));

    public record Parameters(
            @Parameter(
                    description = "Number of products in the store, 20 in a line.",
                    defaultValue = "1000",
                    unit = "products",
                    min = 100,
                    max = 1_000_000)
            int products) {}

    public static SutServiceType<AppServiceParameters> service() {
        return AppService.type(
                NAME, "web store", "Web server of a store in a JVM of its own, with data in memory", Storefront.class);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "Visitors of a web store with static and dynamic pages and sessions; comparable with nothing else.";
    }

    @Override
    public Class<Parameters> parametersType() {
        return Parameters.class;
    }

    @Override
    public boolean needsSut() {
        return true;
    }

    @Override
    public List<Finding> check(Parameters parameters, Optional<String> sutService) {
        return AppService.check(NAME, sutService);
    }

    @Override
    public WorkloadDefinition define(Parameters parameters) {
        List<MeasureDefinition> measures = new ArrayList<>(HttpMeasures.definitions());
        measures.addAll(Changes.measures(CHANGES));
        return WorkloadDefinition.builder()
                .operations(Arrays.stream(Page.values())
                        .map(page -> OperationDefinition.of(page.title, page.description)
                                .withLimits(QosLimit.parse("p95 < 3s"), QosLimit.parse("p99 < 5s"))
                                .verifying(page.answers()))
                        .toList())
                .mix(chain())
                .pacing(Pacing.think(Distribution.Exponential.ofMean(Duration.ofSeconds(10))))
                .metric(new MetricDefinition("pagesPerSecond", "pages/s", MetricDefinition.ALL_OPERATIONS, 1))
                .measures(measures)
                .executions(Execution.VIRTUAL, Execution.PLATFORM)
                .build();
    }

    /** When the chain ends a visit, the user starts another one with the first page. */
    private static Mix chain() {
        List<String> titles = Stream.of(Page.values()).map(page -> page.title).toList();
        List<List<Double>> rows = new ArrayList<>();
        for (Page page : Page.values()) {
            List<Double> row = new ArrayList<>(Collections.nCopies(titles.size(), 0.0));
            double rest = ALL_PERCENT;
            String[] next = page.next.split(" ", -1);
            for (int i = 0; i < next.length; i += 2) {
                double percent = Double.parseDouble(next[i + 1]);
                row.set(titles.indexOf(next[i]), percent / ALL_PERCENT);
                rest -= percent;
            }
            row.set(0, row.getFirst() + rest / ALL_PERCENT);
            rows.add(row);
        }
        return new Mix.Matrix(titles, rows);
    }

    @Override
    public WorkloadSession open(WorkloadContext<Parameters> context) {
        Catalogue catalogue = new Catalogue(context.parameters().products(), context.dataSeed());
        Map<String, byte[]> images = Catalogue.images();
        HttpOrigin origin = AppService.origin(context.requiredSut());
        BrowserSettings settings =
                BrowserSettings.defaults().withConnectionsPerOrigin(CONNECTIONS).withCompression(false);
        return AppService.session((connections, user) ->
                new Visitor(catalogue, images, new Browser(connections, origin, settings, user::nanoTime), user));
    }

    @Override
    public DataSet dataSet(WorkloadContext<Parameters> context) {
        return new AppDataSet(context, Storefront.PRODUCTS, context.parameters().products(), CHANGES);
    }
}
