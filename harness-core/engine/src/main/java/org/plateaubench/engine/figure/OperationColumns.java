// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.figure;

import static org.plateaubench.engine.figure.Figure.Better.HIGHER;
import static org.plateaubench.engine.figure.Figure.Better.LOWER;
import static org.plateaubench.engine.figure.Figure.Section.ERROR_TIMES;
import static org.plateaubench.engine.figure.Figure.Section.RESPONSE_TIMES;
import static org.plateaubench.engine.figure.Figure.Section.SERVICE_TIMES;
import static org.plateaubench.engine.figure.Figure.View.BRIEF;
import static org.plateaubench.engine.figure.Figure.View.COMPARISON;
import static org.plateaubench.engine.figure.Figure.View.HEADLINE;
import static org.plateaubench.engine.figure.Figure.View.HISTORY;
import static org.plateaubench.engine.figure.Figure.View.LIVE;
import static org.plateaubench.engine.figure.Figure.View.REPORT;
import static org.plateaubench.engine.figure.Figure.View.SERIES;
import static org.plateaubench.engine.figure.Figure.View.STUDY;
import static org.plateaubench.engine.figure.Figure.View.SUMMARY;
import static org.plateaubench.engine.figure.Figure.View.TEST;
import static org.plateaubench.engine.figure.Figure.count;
import static org.plateaubench.engine.figure.Figure.exact;
import static org.plateaubench.engine.figure.Figure.rate;
import static org.plateaubench.engine.figure.Figure.share;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The columns of the tables of operations. A new column needs one entry here. */
public final class OperationColumns {
    private static final List<Figure> DECLARED = new ArrayList<>();

    public static final Figure INTENDED =
            add(count("intended", "Operations that were due in the window", Totals::intended)
                    .shortTitle("count")
                    .shownIn(SUMMARY));

    public static final Figure OK =
            add(count("ok", "Successes", t -> t.counts().ok()).better(HIGHER).shownIn(BRIEF, REPORT));

    public static final Figure DECLINED = add(count(
                    "declined",
                    "Refusals, which are correct answers",
                    t -> t.counts().declined())
            .shownIn(SUMMARY, REPORT, SERIES));

    public static final Figure ERRORS =
            add(count("errors", "Failures, including timeouts", t -> t.counts().errors())
                    .better(LOWER));

    public static final Figure ABANDONED = add(count(
                    "abandoned",
                    "Operations still under way at the end of the drain, or due and never started",
                    t -> t.counts().abandoned())
            .better(LOWER));

    public static final Figure DROPPED =
            add(count("dropped", "Arrivals at a full queue", t -> t.counts().dropped())
                    .better(LOWER));

    public static final Figure FAILED = add(count("failed", "Errors, abandoned and dropped", Totals::failed)
            .shortTitle("errors")
            .better(LOWER)
            .shownIn(SUMMARY, BRIEF, SERIES));

    public static final Figure ENDED = add(count(
                    "ended",
                    "Successes that ended in the window, whenever they were due",
                    t -> t.counts().okEnds())
            .title("ended ok in the window")
            .better(HIGHER));

    public static final Figure THROUGHPUT = add(rate(
                    "throughput",
                    "Successes that ended in the window, per second",
                    t -> t.counts().okEnds())
            .shortTitle("per s")
            .better(HIGHER)
            .shownIn(SUMMARY, BRIEF, HEADLINE, REPORT, LIVE, SERIES, COMPARISON, TEST, HISTORY, STUDY));

    public static final Figure ERROR_RATE =
            add(share("errorRate", "Errors, abandoned and dropped as a share of intended operations", Totals::failed)
                    .better(LOWER)
                    .shownIn(HEADLINE, REPORT, LIVE, COMPARISON, TEST));

    static {
        add(share(
                        "declinedRate",
                        "Refusals as a share of intended operations",
                        t -> t.counts().declined())
                .shownIn(COMPARISON));
        add(exact("min", "Exact shortest response time", t -> least(t.response()))
                .in(RESPONSE_TIMES));
    }

    public static final Figure MEAN = add(exact(
                    "mean",
                    "Exact mean of the measured response times",
                    t -> t.response().meanNanos())
            .in(RESPONSE_TIMES)
            .shownIn(REPORT, STUDY));

    public static final Figure P50 =
            add(response(50).shownIn(SUMMARY, BRIEF, HEADLINE, REPORT, LIVE, SERIES, COMPARISON, TEST, STUDY));

    public static final Figure P90 = add(response(90).shownIn(REPORT, COMPARISON, STUDY));

    public static final Figure P95 =
            add(response(95).shownIn(SUMMARY, BRIEF, HEADLINE, REPORT, LIVE, SERIES, COMPARISON, TEST, HISTORY, STUDY));

    static {
        add(response(99).shownIn(SUMMARY, BRIEF, HEADLINE, REPORT, LIVE, SERIES, COMPARISON, TEST, STUDY));
        add(response(99.9).shownIn(REPORT, COMPARISON));
    }

    public static final Figure MAX =
            add(Figure.percentile("max", 100, "Longest known wait, including censored operations", Totals::response)
                    .in(RESPONSE_TIMES)
                    .shownIn(SUMMARY, REPORT, LIVE, COMPARISON, SERIES));

    public static final Figure MEASURED =
            add(count("measured", "Measured response times", t -> t.response().measured())
                    .in(RESPONSE_TIMES));

    public static final Figure CENSORED = add(count(
                    "censored",
                    "Operations that timed out, were abandoned or dropped; they rank above every measured time",
                    t -> t.response().censored())
            .better(LOWER)
            .in(RESPONSE_TIMES));

    static {
        add(exact("serviceMin", "Exact shortest service time", t -> least(t.service()))
                .in(SERVICE_TIMES));
        add(exact(
                        "serviceMean",
                        "Exact mean of the service times",
                        t -> t.service().meanNanos())
                .in(SERVICE_TIMES));
        add(service(50).shownIn(REPORT, SERIES));
        add(service(90));
        add(service(95).shownIn(REPORT, SERIES));
        add(service(99).shownIn(SERIES));
        add(service(99.9));
        add(Figure.percentile("serviceMax", 100, "Longest service time", Totals::service)
                .in(SERVICE_TIMES));
        add(exact("errorMin", "Exact shortest response time of an error", t -> least(t.error()))
                .in(ERROR_TIMES));
        add(exact(
                        "errorMean",
                        "Exact mean of the response times of errors",
                        t -> t.error().meanNanos())
                .in(ERROR_TIMES));
        for (double percentile : new double[] {50, 90, 95, 99, 99.9}) {
            add(percentile("error", percentile, "response times of errors", Totals::error, ERROR_TIMES));
        }
        add(Figure.percentile("errorMax", 100, "Longest response time of an error", Totals::error)
                .in(ERROR_TIMES));
    }

    public static final List<Figure> ALL = List.copyOf(DECLARED);

    public static final List<Figure> PERCENTILES = in(Figure.Section.RESPONSE_TIMES).stream()
            .filter(figure -> figure.percentile() > 0)
            .toList();

    private OperationColumns() {}

    /** The figures that a place shows, in the order of tables. */
    public static List<Figure> in(Figure.View view) {
        return ALL.stream().filter(figure -> figure.isIn(view)).toList();
    }

    public static List<Figure> in(Figure.Section section) {
        return ALL.stream().filter(figure -> figure.section() == section).toList();
    }

    public static Optional<Figure> byName(String name) {
        return ALL.stream().filter(figure -> figure.name().equals(name)).findFirst();
    }

    public static Map<String, Object> schema() {
        Map<String, Object> properties = new LinkedHashMap<>();
        for (Figure figure : ALL) {
            Map<String, Object> property = new LinkedHashMap<>();
            property.put("type", figure.kind() == Figure.Kind.COUNT ? "integer" : "number");
            property.put("description", figure.sentence());
            properties.put(figure.name(), property);
        }
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        schema.put("properties", properties);
        return schema;
    }

    private static Figure add(Figure figure) {
        DECLARED.add(figure);
        return figure;
    }

    private static Figure response(double percentile) {
        return percentile("", percentile, "response times", Totals::response, RESPONSE_TIMES);
    }

    private static Figure service(double percentile) {
        return percentile("service", percentile, "service times", Totals::service, SERVICE_TIMES);
    }

    private static Figure percentile(
            String prefix, double percentile, String of, Function<Totals, TimeTotals> times, Figure.Section section) {
        String number = Figures.text(percentile);
        String name = prefix + (prefix.isEmpty() ? "p" : "P") + number.replace('.', '_');
        return Figure.percentile(name, percentile, number + "th percentile of the " + of, times)
                .title(prefix + (prefix.isEmpty() ? "p" : " p") + number)
                .in(section);
    }

    private static @Nullable Double least(TimeTotals times) {
        return times.measured() == 0 ? null : Double.valueOf((double) times.minNanos());
    }
}
