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

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A new figure needs one entry here; what shows figures iterates over {@link #ALL} or a {@link Figure.View}. */
public final class OperationFigures {
    private static final List<Figure> DECLARED = new ArrayList<>();

    public static final Figure INTENDED =
            declared(Figure.count("intended", "intended", "Operations that were due in the window", Totals::intended)
                    .head("count")
                    .shownIn(SUMMARY));

    public static final Figure OK = declared(
            Figure.count("ok", "ok", "Successes", totals -> totals.counts().ok())
                    .better(HIGHER)
                    .shownIn(BRIEF, REPORT));

    public static final Figure DECLINED = declared(Figure.count(
                    "declined",
                    "declined",
                    "Refusals, which are correct answers",
                    totals -> totals.counts().declined())
            .shownIn(SUMMARY, REPORT, SERIES));

    public static final Figure ERRORS = declared(Figure.count(
                    "errors",
                    "errors",
                    "Failures, including timeouts",
                    totals -> totals.counts().errors())
            .better(LOWER));

    public static final Figure ABANDONED = declared(Figure.count(
                    "abandoned",
                    "abandoned",
                    "Operations still under way at the end of the drain, or due and never started",
                    totals -> totals.counts().abandoned())
            .better(LOWER));

    public static final Figure DROPPED = declared(Figure.count(
                    "dropped",
                    "dropped",
                    "Arrivals at a full queue",
                    totals -> totals.counts().dropped())
            .better(LOWER));

    public static final Figure FAILED =
            declared(Figure.count("failed", "failed", "Errors, abandoned and dropped", Totals::failed)
                    .head("errors")
                    .better(LOWER)
                    .shownIn(SUMMARY, BRIEF, SERIES));

    public static final Figure ENDED = declared(Figure.count(
                    "ended",
                    "ended ok in the window",
                    "Successes that ended in the window, whenever they were due",
                    totals -> totals.counts().okEnds())
            .better(HIGHER));

    public static final Figure THROUGHPUT = declared(Figure.rate(
                    "throughput",
                    "throughput",
                    "Successes that ended in the window, per second",
                    totals -> totals.counts().okEnds())
            .head("per s")
            .better(HIGHER)
            .shownIn(SUMMARY, BRIEF, HEADLINE, REPORT, LIVE, SERIES, COMPARISON, TEST, HISTORY, STUDY));

    public static final Figure ERROR_RATE = declared(Figure.share(
                    "errorRate",
                    "error rate",
                    "Errors, abandoned and dropped as a share of intended operations",
                    Totals::failed,
                    Totals::intended)
            .better(LOWER)
            .shownIn(HEADLINE, REPORT, LIVE, COMPARISON, TEST));

    static {
        declared(Figure.share(
                        "declinedRate",
                        "declined rate",
                        "Refusals as a share of intended operations",
                        totals -> totals.counts().declined(),
                        Totals::intended)
                .shownIn(COMPARISON));
    }

    public static final Figure MIN =
            declared(Figure.nanos("min", "min", "Exact shortest response time", totals -> least(totals.response()))
                    .better(LOWER)
                    .in(RESPONSE_TIMES));

    public static final Figure MEAN = declared(Figure.nanos(
                    "mean",
                    "mean",
                    "Exact mean of the measured response times",
                    totals -> totals.response().meanNanos())
            .better(LOWER)
            .in(RESPONSE_TIMES)
            .shownIn(REPORT, STUDY));

    public static final Figure P50 =
            declared(response(50).shownIn(SUMMARY, BRIEF, HEADLINE, REPORT, LIVE, SERIES, COMPARISON, TEST, STUDY));

    public static final Figure P90 = declared(response(90).shownIn(REPORT, COMPARISON, STUDY));

    public static final Figure P95 = declared(
            response(95).shownIn(SUMMARY, BRIEF, HEADLINE, REPORT, LIVE, SERIES, COMPARISON, TEST, HISTORY, STUDY));

    public static final Figure P99 =
            declared(response(99).shownIn(SUMMARY, BRIEF, HEADLINE, REPORT, LIVE, SERIES, COMPARISON, TEST, STUDY));

    static {
        declared(response(99.9).shownIn(REPORT, COMPARISON));
    }

    public static final Figure MAX =
            declared(Figure.longest("max", "max", "Longest known wait, including censored operations", Totals::response)
                    .in(RESPONSE_TIMES)
                    .shownIn(SUMMARY, REPORT, LIVE, COMPARISON, SERIES));

    public static final Figure MEASURED = declared(Figure.count(
                    "measured",
                    "measured",
                    "Measured response times",
                    totals -> totals.response().measured())
            .in(RESPONSE_TIMES));

    public static final Figure CENSORED = declared(Figure.count(
                    "censored",
                    "censored",
                    "Operations that timed out, were abandoned or dropped; they rank above every measured time",
                    totals -> totals.response().censored())
            .better(LOWER)
            .in(RESPONSE_TIMES));

    static {
        exact("serviceMin", "service min", "Exact shortest service time", SERVICE_TIMES, t -> least(t.service()));
        exact(
                "serviceMean",
                "service mean",
                "Exact mean of the service times",
                SERVICE_TIMES,
                totals -> totals.service().meanNanos());
    }

    public static final Figure SERVICE_P50 = declared(service(50).shownIn(REPORT, SERIES));

    static {
        declared(service(90));
    }

    public static final Figure SERVICE_P95 = declared(service(95).shownIn(REPORT, SERIES));

    public static final Figure SERVICE_P99 = declared(service(99).shownIn(SERIES));

    static {
        declared(service(99.9));
        declared(Figure.longest("serviceMax", "service max", "Longest service time", Totals::service)
                .in(SERVICE_TIMES));
        exact("errorMin", "error min", "Exact shortest response time of an error", ERROR_TIMES, t -> least(t.error()));
        exact(
                "errorMean",
                "error mean",
                "Exact mean of the response times of errors",
                ERROR_TIMES,
                totals -> totals.error().meanNanos());
        for (double percentile : new double[] {50, 90, 95, 99, 99.9}) {
            declared(percentile("error", percentile, "response times of errors", Totals::error)
                    .in(ERROR_TIMES));
        }
        declared(Figure.longest("errorMax", "error max", "Longest response time of an error", Totals::error)
                .in(ERROR_TIMES));
    }

    public static final List<Figure> ALL = List.copyOf(DECLARED);

    public static final List<Figure> PERCENTILES = in(Figure.Section.RESPONSE_TIMES).stream()
            .filter(figure -> figure.percentile() > 0)
            .toList();

    private OperationFigures() {}

    /** The figures that a place shows, in the order of tables. */
    public static List<Figure> in(Figure.View view) {
        return ALL.stream().filter(figure -> figure.isIn(view)).toList();
    }

    public static List<Figure> in(Figure.Section section) {
        return ALL.stream().filter(figure -> figure.section() == section).toList();
    }

    public static Optional<Figure> named(String name) {
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

    private static Figure declared(Figure figure) {
        DECLARED.add(figure);
        return figure;
    }

    private static void exact(
            String name, String title, String help, Figure.Section section, Function<Totals, @Nullable Double> nanos) {
        declared(Figure.nanos(name, title, help, nanos).better(LOWER).in(section));
    }

    private static Figure response(double percentile) {
        return percentile("", percentile, "response times", Totals::response).in(RESPONSE_TIMES);
    }

    private static Figure service(double percentile) {
        return percentile("service", percentile, "service times", Totals::service)
                .in(SERVICE_TIMES);
    }

    private static Figure percentile(String prefix, double percentile, String of, Function<Totals, TimeTotals> times) {
        String number = Figures.text(percentile);
        return Figure.percentile(
                prefix + (prefix.isEmpty() ? "p" : "P") + number.replace('.', '_'),
                prefix + (prefix.isEmpty() ? "p" : " p") + number,
                percentile,
                number + "th percentile of the " + of,
                times);
    }

    private static @Nullable Double least(TimeTotals times) {
        return times.measured() == 0 ? null : Double.valueOf((double) times.minNanos());
    }
}
