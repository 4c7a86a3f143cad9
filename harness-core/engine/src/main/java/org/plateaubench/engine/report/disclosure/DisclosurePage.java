// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.disclosure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Durations;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.judge.Conclusion;
import org.plateaubench.engine.judge.figures.Figures;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.Reason;
import org.plateaubench.engine.judge.result.WorkloadResult;
import org.plateaubench.engine.judge.score.ScoreResult;
import org.plateaubench.engine.plan.PlannedSut;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.report.HtmlText;
import org.plateaubench.engine.report.ScoreText;
import org.plateaubench.engine.store.RunEnvironment;
import org.plateaubench.engine.store.StoredRun;

/**
 * Writes a page that discloses a result in the way of published benchmarks: the number with class and verdict, the
 * systems used, each tile with its limits, and the notes of the author. It is a single file without scripts or external
 * references. Pure functions.
 */
public final class DisclosurePage {
    private static final String POLICY =
            "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
    private static final int MOST_REASONS = 50;
    private static final double BYTES_PER_GIBIBYTE = 1L << 30;

    private final RunEnvironment environment;
    private final RunPlan plan;
    private final Judgement judgement;
    private final PageText page;

    private DisclosurePage(StoredRun run, Judgement judgement, String prefix) {
        page = new PageText(prefix);
        this.environment = RunEnvironment.of(run.environment());
        this.plan = RunPlan.fromTree(run.plan());
        this.judgement = judgement;
    }

    /**
     * The page.
     *
     * @param judgement the run, judged again
     * @param evidence how the files of the run were checked, sentences
     * @param notes notes of the author, plain text; may be empty
     */
    public static String of(StoredRun run, Judgement judgement, List<String> evidence, String notes) {
        DisclosurePage page = new DisclosurePage(run, judgement, "");
        page.write();
        page.page.end(evidence, notes);
        return document(judgement.name(), page.page.toString());
    }

    /**
     * The section of a run on the page of several trials.
     *
     * @param number number of the trial
     */
    static String section(int number, StoredRun run, Judgement judgement) {
        DisclosurePage page = new DisclosurePage(run, judgement, "Trial " + number + ": ");
        page.page.heading(judgement.runId());
        page.write();
        return page.page.toString();
    }

    /**
     * A whole page.
     *
     * @param name title of the page
     * @param content content in HTML
     */
    static String document(String name, String content) {
        String body = """
                <main>
                <h1>%s</h1>
                %s</main>
                """.formatted(HtmlText.escaped(name), content);
        return HtmlText.page(POLICY, "Disclosure: " + name, DisclosureStyle.SHEET, body);
    }

    private void write() {
        head();
        summary();
        page.heading("Tiles");
        new TileTables(plan, judgement).write(page);
        systems();
        hosts();
        conditions();
        reasons();
    }

    private void head() {
        if (!plan.description().isEmpty()) {
            page.paragraph(plan.description());
        }
        ScoreResult score = judgement.score();
        if (score != null && score.notation() != null) {
            page.headline(score.notation(), score.state() != ScoreResult.State.COUNTS);
        }
        page.paragraph(
                "verdict " + judgement.verdict().label(),
                judgement.verdict().label().toUpperCase(Locale.ROOT) + ", class " + judgement.runClass());
        if (score == null) {
            page.paragraph("No score: the run names no reference.");
        } else {
            page.paragraph("Score: " + ScoreText.of(score));
        }
        page.paragraph(Conclusion.of(judgement).cause());
    }

    private void summary() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("Run", judgement.runId());
        facts.put("Plan", judgement.planId());
        facts.put("Tiles", Integer.toString(plan.tiles()));
        facts.put("Workloads in a tile", String.join(", ", workloadsOfATile()));
        facts.put("Hosts of the load", Integer.toString(environment.hosts().size()));
        facts.put(
                "Measured",
                judgement.window() == null
                        ? "never steady"
                        : judgement.window().start() + " to "
                                + judgement.window().end() + " ("
                                + Figures.text(judgement.window().seconds(), "s") + ")");
        ScoreResult score = judgement.score();
        if (score != null) {
            facts.put(
                    "Reference",
                    score.reference().name() + ", SHA-256 " + score.reference().digest());
            if (score.application() != null) {
                facts.put("Score of the tiles", Figures.text(score.application()));
            }
            if (score.infrastructure() != null) {
                facts.put("Score of the infrastructure", Figures.text(score.infrastructure()));
                facts.put(
                        "Weights",
                        Figures.text(score.applicationWeight()) + " and " + Figures.text(score.infrastructureWeight()));
            }
        }
        page.facts(facts);
    }

    private List<String> workloadsOfATile() {
        return plan.workloads().stream()
                .filter(workload -> workload.tile() == 1)
                .map(workload -> workload.name() + " (" + workload.reference() + ")")
                .toList();
    }

    private void systems() {
        page.heading("Systems under test");
        if (plan.suts().isEmpty()) {
            page.paragraph("The run file names none.");
            return;
        }
        List<List<String>> rows = new ArrayList<>();
        for (PlannedSut sut : plan.suts()) {
            rows.add(List.of(sut.tile() + "/" + sut.name(), sut.service(), sut.modeLabel(), text(sut.parameters())));
        }
        page.table(List.of("System", "Service", "Mode", "Parameters"), rows);
        environment.suts().forEach((name, facts) -> page.paragraph("small", name + ": " + text(facts)));
    }

    private void hosts() {
        page.heading("Hosts of the load");
        List<List<String>> rows = new ArrayList<>();
        for (RunEnvironment.Host host : environment.hosts()) {
            Long bytes = host.memoryBytes();
            rows.add(List.of(
                    text(host.name()),
                    text(host.cpuModel()) + ", " + text(host.cores()) + " cores",
                    bytes == null ? "not known" : Figures.text(bytes / BYTES_PER_GIBIBYTE, "GiB"),
                    text(host.operatingSystem()) + ", " + text(host.kernel()),
                    text(host.agents())));
        }
        page.table(List.of("Host", "Processor", "Memory", "System", "Agents"), rows);
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("Plateau", textOf(environment.plateau()));
        facts.put("JVM", textOf(environment.jvm()));
        for (RunEnvironment.Plugin plugin : environment.plugins()) {
            boolean isUsed = plan.workloads().stream()
                    .anyMatch(workload -> workload.plugin().equals(plugin.id()));
            if (isUsed) {
                List<Map<String, @Nullable Object>> jars =
                        plugin.jars().stream().map(Documents::tree).toList();
                facts.put("Plugin " + plugin.id(), plugin.version() + "; " + text(jars));
            }
        }
        page.facts(facts);
    }

    private void conditions() {
        page.heading("Conditions");
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put(
                "Phases",
                "ramp-up " + Durations.format(plan.phases().rampUp()) + ", steady "
                        + Durations.format(plan.phases().steady()) + ", ramp-down "
                        + Durations.format(plan.phases().rampDown()));
        for (WorkloadResult workload : judgement.workloads()) {
            if (workload.tile() == 1) {
                facts.put("Load of " + workload.name(), load(workload));
            }
        }
        plan.workloads().stream()
                .filter(workload -> workload.tile() == 1)
                .forEach(workload -> facts.put("Parameters of " + workload.name(), text(workload.parameters())));
        facts.put("Seed", Long.toString(plan.seed()));
        page.facts(facts);
        if (!judgement.classReasons().isEmpty()) {
            page.paragraph("Why the class is " + judgement.runClass() + ":").list(judgement.classReasons());
        }
    }

    private void reasons() {
        List<String> reasons = new ArrayList<>();
        judgement.reasons().stream()
                .limit(MOST_REASONS)
                .map(DisclosurePage::text)
                .forEach(reasons::add);
        judgement.notes().stream()
                .limit(MOST_REASONS)
                .map(note -> "Note: " + (note.scope().isEmpty() ? "" : note.scope() + ": ") + note.message())
                .forEach(reasons::add);
        if (!reasons.isEmpty()) {
            page.heading("Findings").list(reasons);
        }
    }

    private static String text(Reason reason) {
        return reason.severity().label() + ": " + reason.message();
    }

    /** The load in words, without its label if that is empty. */
    private static String load(WorkloadResult workload) {
        Map<String, @Nullable Object> keys = Documents.tree(workload.load());
        keys.values().removeIf(""::equals);
        return text(keys);
    }

    /** A part of the environment in words. */
    private static String textOf(@Nullable Record part) {
        return text(part == null ? null : Documents.tree(part));
    }

    /** A value in words. */
    private static String text(@Nullable Object value) {
        return switch (value) {
            case null -> "not known";
            case Map<?, ?> map ->
                map.isEmpty()
                        ? "none"
                        : String.join(
                                ", ",
                                map.entrySet().stream()
                                        .map(entry -> entry.getKey() + " " + inner(entry.getValue()))
                                        .toList());
            case List<?> list ->
                list.isEmpty()
                        ? "none"
                        : String.join(
                                ", ", list.stream().map(DisclosurePage::inner).toList());
            default -> String.valueOf(value);
        };
    }

    private static String inner(@Nullable Object value) {
        return value instanceof Map<?, ?> || value instanceof List<?> ? "(" + text(value) + ")" : text(value);
    }
}
