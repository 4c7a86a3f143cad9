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

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The figures of an operation, in the order of tables. A new figure needs one entry here; everything that shows
 * figures iterates over {@link #ALL} or over the figures of its {@link Figure.View}.
 */
public final class OperationFigures {
    public static final Figure INTENDED = Figure.count(
                    "intended", "intended", "Operations that were due in the window", Totals::intended)
            .head("count")
            .shownIn(SUMMARY);
    public static final Figure OK = Figure.count(
                    "ok", "ok", "Successes", totals -> totals.counts().ok())
            .better(HIGHER)
            .shownIn(BRIEF, REPORT);
    public static final Figure DECLINED = Figure.count(
                    "declined",
                    "declined",
                    "Refusals, which are correct answers",
                    totals -> totals.counts().declined())
            .shownIn(SUMMARY, REPORT, SERIES);
    public static final Figure ERRORS = Figure.count(
                    "errors",
                    "errors",
                    "Failures, timeouts among them",
                    totals -> totals.counts().errors())
            .better(LOWER);
    public static final Figure ABANDONED = Figure.count(
                    "abandoned",
                    "abandoned",
                    "Operations still under way at the end of the drain, or due and never started",
                    totals -> totals.counts().abandoned())
            .better(LOWER);
    public static final Figure DROPPED = Figure.count(
                    "dropped",
                    "dropped",
                    "Arrivals at a full queue",
                    totals -> totals.counts().dropped())
            .better(LOWER);
    public static final Figure FAILED = Figure.count(
                    "failed", "failed", "Errors, abandoned and dropped", Totals::failed)
            .head("errors")
            .better(LOWER)
            .shownIn(SUMMARY, BRIEF, SERIES);
    public static final Figure ENDED = Figure.count(
                    "ended",
                    "ended ok in the window",
                    "Successes that ended in the window, whenever they were due",
                    totals -> totals.counts().okEnds())
            .better(HIGHER);
    public static final Figure THROUGHPUT = Figure.rate(
                    "throughput",
                    "throughput",
                    "Successes that ended in the window, per second",
                    totals -> totals.counts().okEnds())
            .head("per s")
            .better(HIGHER)
            .shownIn(SUMMARY, BRIEF, HEADLINE, REPORT, LIVE, SERIES, COMPARISON, TEST, HISTORY, STUDY);
    public static final Figure ERROR_RATE = Figure.share(
                    "errorRate",
                    "error rate",
                    "Errors, abandoned and dropped as a share of intended operations",
                    Totals::failed,
                    Totals::intended)
            .better(LOWER)
            .shownIn(HEADLINE, REPORT, LIVE, COMPARISON, TEST);
    public static final Figure DECLINED_RATE = Figure.share(
                    "declinedRate",
                    "declined rate",
                    "Refusals as a share of intended operations",
                    totals -> totals.counts().declined(),
                    Totals::intended)
            .shownIn(COMPARISON);

    public static final Figure MIN = Figure.nanos(
                    "min", "min", "Exact shortest response time", totals -> least(totals.response()))
            .better(LOWER)
            .in(RESPONSE_TIMES);
    public static final Figure MEAN = Figure.nanos(
                    "mean",
                    "mean",
                    "Exact mean of the measured response times",
                    totals -> totals.response().meanNanos())
            .better(LOWER)
            .in(RESPONSE_TIMES)
            .shownIn(REPORT, STUDY);
    public static final Figure P50 =
            response("p50", 50).shownIn(SUMMARY, BRIEF, HEADLINE, REPORT, LIVE, SERIES, COMPARISON, TEST, STUDY);
    public static final Figure P90 = response("p90", 90).shownIn(REPORT, COMPARISON, STUDY);
    public static final Figure P95 = response("p95", 95)
            .shownIn(SUMMARY, BRIEF, HEADLINE, REPORT, LIVE, SERIES, COMPARISON, TEST, HISTORY, STUDY);
    public static final Figure P99 =
            response("p99", 99).shownIn(SUMMARY, BRIEF, HEADLINE, REPORT, LIVE, SERIES, COMPARISON, TEST, STUDY);
    public static final Figure P99_9 = response("p99_9", 99.9).shownIn(REPORT, COMPARISON);
    public static final Figure MAX = Figure.longest(
                    "max", "max", "Longest known wait, of censored operations too", Totals::response)
            .in(RESPONSE_TIMES)
            .shownIn(SUMMARY, REPORT, LIVE, COMPARISON, SERIES);
    public static final Figure MEASURED = Figure.count(
                    "measured",
                    "measured",
                    "Measured response times",
                    totals -> totals.response().measured())
            .in(RESPONSE_TIMES);
    public static final Figure CENSORED = Figure.count(
                    "censored",
                    "censored",
                    "Operations that timed out, were abandoned or dropped; they rank above every measured time",
                    totals -> totals.response().censored())
            .better(LOWER)
            .in(RESPONSE_TIMES);

    public static final Figure SERVICE_MIN = Figure.nanos(
                    "serviceMin", "service min", "Exact shortest service time", totals -> least(totals.service()))
            .better(LOWER)
            .in(SERVICE_TIMES);
    public static final Figure SERVICE_MEAN = Figure.nanos(
                    "serviceMean",
                    "service mean",
                    "Exact mean of the service times",
                    totals -> totals.service().meanNanos())
            .better(LOWER)
            .in(SERVICE_TIMES);
    public static final Figure SERVICE_P50 = service("P50", 50).shownIn(REPORT, SERIES);
    public static final Figure SERVICE_P90 = service("P90", 90);
    public static final Figure SERVICE_P95 = service("P95", 95).shownIn(REPORT, SERIES);
    public static final Figure SERVICE_P99 = service("P99", 99).shownIn(SERIES);
    public static final Figure SERVICE_P99_9 = service("P99_9", 99.9);
    public static final Figure SERVICE_MAX = Figure.longest(
                    "serviceMax", "service max", "Longest service time", Totals::service)
            .in(SERVICE_TIMES);

    public static final Figure ERROR_MIN = Figure.nanos(
                    "errorMin",
                    "error min",
                    "Exact shortest response time of an error",
                    totals -> least(totals.error()))
            .better(LOWER)
            .in(ERROR_TIMES);
    public static final Figure ERROR_MEAN = Figure.nanos(
                    "errorMean",
                    "error mean",
                    "Exact mean of the response times of errors",
                    totals -> totals.error().meanNanos())
            .better(LOWER)
            .in(ERROR_TIMES);
    public static final Figure ERROR_P50 = error("P50", 50);
    public static final Figure ERROR_P90 = error("P90", 90);
    public static final Figure ERROR_P95 = error("P95", 95);
    public static final Figure ERROR_P99 = error("P99", 99);
    public static final Figure ERROR_P99_9 = error("P99_9", 99.9);
    public static final Figure ERROR_MAX = Figure.longest(
                    "errorMax", "error max", "Longest response time of an error", Totals::error)
            .in(ERROR_TIMES);

    /** All figures, in the order of tables. */
    public static final List<Figure> ALL = List.of(
            INTENDED,
            OK,
            DECLINED,
            ERRORS,
            ABANDONED,
            DROPPED,
            FAILED,
            ENDED,
            THROUGHPUT,
            ERROR_RATE,
            DECLINED_RATE,
            MIN,
            MEAN,
            P50,
            P90,
            P95,
            P99,
            P99_9,
            MAX,
            MEASURED,
            CENSORED,
            SERVICE_MIN,
            SERVICE_MEAN,
            SERVICE_P50,
            SERVICE_P90,
            SERVICE_P95,
            SERVICE_P99,
            SERVICE_P99_9,
            SERVICE_MAX,
            ERROR_MIN,
            ERROR_MEAN,
            ERROR_P50,
            ERROR_P90,
            ERROR_P95,
            ERROR_P99,
            ERROR_P99_9,
            ERROR_MAX);

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

    private static Figure response(String name, double percentile) {
        return percentile(name, name, percentile, "response times", Totals::response)
                .in(RESPONSE_TIMES);
    }

    private static Figure service(String name, double percentile) {
        return percentile("service" + name, "service " + name, percentile, "service times", Totals::service)
                .in(SERVICE_TIMES);
    }

    private static Figure error(String name, double percentile) {
        return percentile("error" + name, "error " + name, percentile, "response times of errors", Totals::error)
                .in(ERROR_TIMES);
    }

    private static Figure percentile(
            String name, String title, double percentile, String of, Function<Totals, TimeTotals> times) {
        return Figure.percentile(
                name,
                title.replace('_', '.').replace(" P", " p"),
                percentile,
                Figures.text(percentile) + "th percentile of the " + of,
                times);
    }

    private static @Nullable Double least(TimeTotals times) {
        return times.measured() == 0 ? null : Double.valueOf((double) times.minNanos());
    }
}
