// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.http.browser.HttpMeasures;
import org.plateaubench.spi.ReportSection;

/** The report section on mix and sessions: the prediction of the matrix, the run of 2015, and this run. */
final class OlioReport implements ReportSection {
    private static final String UNKNOWN = "-";

    @Override
    public String workload() {
        return OlioWorkload.NAME;
    }

    @Override
    public Table render(WorkloadView result) {
        return new Table(
                "Olio: prediction of the matrix, and result",
                "The prediction is calculated from the matrix and the rules of signing in, for users"
                        + " who have been active for some minutes; in the profiles of 2015 all begin signed"
                        + " out. The run of 2015 is the published one of 1,500 users.",
                List.of("Figure", "Predicted", "Run of 2015", "Achieved"),
                rows(result));
    }

    private static List<List<String>> rows(WorkloadView result) {
        SessionModel model = new SessionModel();
        long all = 0;
        for (OlioOperation operation : OlioOperation.values()) {
            all += begun(result, operation);
        }
        List<List<String>> rows = new ArrayList<>();
        for (OlioOperation operation : OlioOperation.values()) {
            rows.add(List.of(
                    "Share of " + operation.title(),
                    percent(model.share(operation)),
                    percent(operation.publishedShare()),
                    percentOf(begun(result, operation), all)));
        }
        rows.add(row(
                "Operations of signed-in users",
                percent(model.signedInShare()),
                percentOf(result.counter(OlioMeasure.SIGNED_IN.title()), all)));
        rows.add(row(
                "Operations per session",
                decimal(model.operationsPerSession()),
                ratio(all, result.counter(OlioMeasure.SESSIONS.title()))));
        rows.add(row(
                "Images loaded per home page of 10",
                "at most " + decimal(10 * model.firstHomePageShare()),
                ratio(
                        result.counter(OlioMeasure.HOME_IMAGES_LOADED.title()),
                        result.counter(OlioMeasure.HOME_PAGES.title()))));
        rows.add(row("HTTP requests per operation", UNKNOWN, ratio(result.counter(HttpMeasures.REQUESTS), all)));
        rows.add(row("Bytes received per operation", UNKNOWN, ratio(result.counter(HttpMeasures.RECEIVED_BYTES), all)));
        return rows;
    }

    private static List<String> row(String figure, String predicted, String achieved) {
        return List.of(figure, predicted, UNKNOWN, achieved);
    }

    /** Returns the operations that began in the window. */
    private static long begun(WorkloadView result, OlioOperation operation) {
        return result.operations(operation.title(), OutcomeKind.OK)
                + result.operations(operation.title(), OutcomeKind.ERROR)
                + result.operations(operation.title(), OutcomeKind.ABANDONED);
    }

    private static String percentOf(long part, long whole) {
        return whole == 0 ? UNKNOWN : percent((double) part / whole);
    }

    private static String ratio(long part, long whole) {
        return whole == 0 ? UNKNOWN : decimal((double) part / whole);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.2f %%", 100 * share);
    }

    private static String decimal(double value) {
        return String.format(Locale.ROOT, value < 100 ? "%.2f" : "%,.0f", value);
    }
}
