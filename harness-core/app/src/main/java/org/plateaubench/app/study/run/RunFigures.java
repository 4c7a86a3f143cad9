// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study.run;

import static org.plateaubench.engine.figure.Figure.Section.RESPONSE_TIMES;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.QosLimit;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.figure.OperationFigures;
import org.plateaubench.engine.judge.result.AggregateResult;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.LineResult;
import org.plateaubench.engine.judge.result.MetricValue;
import org.plateaubench.engine.judge.result.PowerResult;
import org.plateaubench.engine.report.comparison.JudgedRun;
import org.plateaubench.engine.report.comparison.Spreads;

/** Collects the figures of a judged run that a sequence of runs stores. */
public final class RunFigures {
    private static final String POWER = "power";

    private final Spreads spreads;
    private final List<Figure> figures = new ArrayList<>();

    private RunFigures(Spreads spreads) {
        this.spreads = spreads;
    }

    public static List<Figure> of(JudgedRun run) {
        RunFigures result = new RunFigures(run.spreads());
        Judgement judgement = run.judgement();
        if (judgement.isMeasured()) {
            judgement.aggregates().forEach(result::add);
            result.add(judgement.power());
        }
        return result.figures;
    }

    /** Adds the figures of power in the steady state, unless they are void. */
    private void add(@Nullable PowerResult power) {
        for (PowerResult.Total total : power == null ? List.<PowerResult.Total>of() : power.totals()) {
            PowerResult.Efficiency figures = total.stretches().getFirst().figures();
            if (figures != null) {
                add(total.at(), "mean power", "W", figures.meanWatts());
                add(total.at(), "operations per joule", "/J", figures.operationsPerJoule());
                add(total.at(), "score per kW", "/kW", figures.scorePerKilowatt());
            }
        }
    }

    private void add(String at, String name, String unit, @Nullable Double value) {
        if (value != null) {
            figures.add(new Figure(POWER, at, name, unit, value, false, null, null));
        }
    }

    private void add(AggregateResult workload) {
        MetricValue metric = workload.metric();
        String name = workload.name();
        if (metric != null) {
            figures.add(new Figure(name, "", metric.name(), metric.unit(), metric.value(), false, null, null));
        }
        figures.add(new Figure(
                name,
                "",
                Figure.THROUGHPUT,
                "/s",
                Objects.requireNonNullElse(workload.all().number(OperationFigures.THROUGHPUT), 0.0),
                false,
                null,
                spreads.standardError(name, Figure.ALL, Figure.ALL, OperationFigures.THROUGHPUT)));
        if (workload.lines().stream().noneMatch(line -> line.name().equals(Figure.ALL))) {
            add(name, Figure.ALL, Figure.ALL, workload.all());
        }
        workload.lines().forEach(line -> add(name, line.name(), Documents.word(line.kind()), line));
    }

    private void add(String workload, String name, String kind, LineResult line) {
        for (var figure : OperationFigures.in(org.plateaubench.engine.figure.Figure.View.STUDY)) {
            var value = line.value(figure);
            if (value != null && figure.section() == RESPONSE_TIMES) {
                figures.add(new Figure(
                        workload,
                        name,
                        figure.name(),
                        figure.unit(),
                        value.number(),
                        value.lowerBound(),
                        limit(line, figure.name()),
                        spreads.standardError(workload, name, kind, figure)));
            }
        }
    }

    private static @Nullable Double limit(LineResult block, String percentile) {
        return block.limits().stream()
                .filter(limit -> limit.limit().metric() == QosLimit.Metric.PERCENTILE)
                .filter(limit -> percentile.equals(
                        String.format(Locale.ROOT, "p%.0f", limit.limit().percentile())))
                .map(limit -> limit.limit().bound())
                .findFirst()
                .orElse(null);
    }
}
