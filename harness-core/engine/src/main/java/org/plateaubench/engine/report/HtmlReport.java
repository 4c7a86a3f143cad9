// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import com.samskivert.mustache.Mustache;
import java.io.StringReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plateaubench.engine.judge.Judgement;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.report.series.TimeBins;
import org.plateaubench.engine.store.Json;
import org.plateaubench.engine.store.StoredRun;

/** {@code report.html}: one file that refers to nothing outside itself. */
public final class HtmlReport {
    private HtmlReport() {}

    /**
     * The page.
     *
     * @throws java.io.UncheckedIOException when the run folder can no longer be read
     */
    public static String of(StoredRun run, Judgement judgement, List<PluginSection> sections) {
        Map<String, Object> model = new LinkedHashMap<>();
        model.put("style", ReportAsset.STYLE.inlined());
        model.put("charts", ReportAsset.CHARTS.inlined());
        model.put("script", ReportAsset.SCRIPT.inlined());
        RunPlan plan = RunPlan.fromTree(run.plan());
        TimeBins bins = ChartData.bins(run, plan);
        TelemetryCharts telemetry = TelemetryCharts.of(run, bins);
        Map<String, Object> data = new LinkedHashMap<>(ChartData.of(run, plan, judgement, bins));
        data.put("telemetry", telemetry.data());
        model.put("data", scriptSafe(Json.toLine(data)));
        model.put("telemetry", telemetry.model());
        model.put("hasTelemetry", !telemetry.model().isEmpty());
        model.putAll(new HeadModel(judgement, plan).tree());
        // Without a steady state all figures would be zero.
        boolean isMeasured = judgement.isMeasured();
        model.put("totals", isMeasured ? WorkloadModel.totals(judgement) : List.of());
        model.put("workloads", isMeasured ? WorkloadModel.of(judgement, sections) : List.of());
        model.putAll(new PartModel(judgement).tree());
        model.putAll(new TableModel(run, judgement).tree());
        return Mustache.compiler()
                .escapeHTML(true)
                .strictSections(true)
                .withLoader(name -> new StringReader(ReportAsset.partial(name)))
                .compile(ReportAsset.TEMPLATE.text())
                .execute(model);
    }

    /** JSON for a script element: without characters of markup. */
    static String scriptSafe(String json) {
        return json.replace("<", "\\u003c")
                .replace(">", "\\u003e")
                .replace("&", "\\u0026")
                .replace("\u2028", "\\u2028")
                .replace("\u2029", "\\u2029");
    }
}
