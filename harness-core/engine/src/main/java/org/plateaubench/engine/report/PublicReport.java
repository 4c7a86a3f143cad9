// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.figure.Words;
import org.plateaubench.engine.judge.result.Conclusion;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.LineResult;
import org.plateaubench.engine.judge.result.ScoreOutcome;
import org.plateaubench.engine.judge.result.ScoreOutcome.ScoreResult;
import org.plateaubench.engine.judge.result.WorkloadResult;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.store.RunEnvironment;
import org.plateaubench.engine.store.StoredRun;

/** Writes the page with which a result is published, in one file without scripts or external references. */
public final class PublicReport {
    private static final String POLICY =
            "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
    private static final String STYLE = """
            :root { color-scheme: light dark; }
            body { margin: 0 auto; max-width: 64rem; padding: 2rem 1.5rem; font: 15px/1.5 system-ui, sans-serif; }
            .score { font-size: 2.4rem; font-weight: 700; margin: 0.5rem 0; }
            .notes { white-space: pre-wrap; }
            pre { overflow-x: auto; font-size: 0.85rem; }
            table { border-collapse: collapse; width: 100%; font-size: 0.9rem; }
            th, td { text-align: left; vertical-align: top; border-bottom: 1px solid #8888; padding: 0.35rem 0.6rem;
              overflow-wrap: anywhere; }
            th { width: 12rem; font-weight: 500; }
            """;
    private static final double BYTES_PER_GIBIBYTE = 1L << 30;

    private final RunEnvironment environment;
    private final RunPlan plan;
    private final Judgement judgement;
    private final PublicText redaction;
    private final StringBuilder html = new StringBuilder();

    private PublicReport(StoredRun run, Judgement judgement) {
        this.environment = RunEnvironment.of(run.environment());
        this.plan = RunPlan.fromTree(run.plan());
        this.judgement = judgement;
        this.redaction = new PublicText(environment, plan, judgement);
    }

    public static String of(StoredRun run, Judgement judgement, String notes) {
        PublicReport page = new PublicReport(run, judgement);
        page.header();
        page.table("Hardware", page.hardware());
        page.table("Systems under test and tuning", page.tuning());
        page.table("Load", page.load());
        if (!notes.isBlank()) {
            page.element("h2", "", "Notes of the author");
            page.element("p", "notes", notes.strip());
        }
        page.element("h2", "", "Figures");
        page.element("pre", "", TextSummary.of(judgement, "", TextStyle.PLAIN));
        return HtmlText.page(POLICY, judgement.name(), STYLE, page.html.toString());
    }

    private void header() {
        element("h1", "", judgement.name());
        if (!plan.description().isEmpty()) {
            element("p", "", plan.description());
        }
        ScoreResult score = judgement.score();
        if (score != null && score.notation() != null) {
            element(score.state() == ScoreOutcome.State.COUNTS ? "p" : "s", "score", score.notation());
        }
        Conclusion.Kind kind = judgement.conclusion().kind();
        element("p", "", TextStyle.PLAIN.conclusion("", kind) + ", class " + judgement.runClass());
        element("p", "", score == null ? "No score: the run names no reference." : "Score: " + ScoreText.of(score));
        element("p", "", judgement.conclusion().cause());
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("Run", judgement.runId());
        facts.put("Plan", judgement.planId());
        facts.put("Tiles", Integer.toString(plan.tiles()));
        facts.put(
                "Measured",
                judgement.window() == null
                        ? "never steady"
                        : judgement.window().start() + " to "
                                + judgement.window().end() + " ("
                                + Figures.text(judgement.window().seconds(), "s") + ")");
        if (score != null) {
            facts.put(
                    "Reference",
                    score.reference().name() + ", SHA-256 " + score.reference().digest());
        }
        table("Run", facts);
    }

    private Map<String, String> hardware() {
        Map<String, String> facts = new LinkedHashMap<>();
        for (RunEnvironment.Host host : environment.hosts()) {
            List<String> parts = new ArrayList<>();
            parts.add(host.cpuModel() + ", " + host.cores() + " cores");
            if (host.memoryBytes() != null) {
                parts.add(Figures.text(host.memoryBytes() / BYTES_PER_GIBIBYTE, "GiB"));
            }
            parts.add(host.operatingSystem() + ", " + host.kernel() + ", " + host.architecture());
            if (!host.settings().isEmpty()) {
                parts.add(redaction.ofValue("", host.settings()));
            }
            facts.put("Host " + (facts.size() + 1) + " of the load", String.join("; ", parts));
        }
        if (environment.plateau() != null) {
            facts.put("Plateau", environment.plateau().version());
        }
        if (environment.jvm() != null) {
            facts.put("JVM", redaction.ofValue("", Documents.tree(environment.jvm())));
        }
        return facts;
    }

    private Map<String, String> tuning() {
        Map<String, String> facts = new LinkedHashMap<>();
        plan.suts()
                .forEach(sut -> facts.put(
                        sut.tile() + "/" + sut.name(),
                        sut.service() + ", " + sut.modeLabel() + ": " + redaction.ofValue("", sut.parameters())));
        environment.suts().forEach((name, found) -> facts.put(name + " as found", redaction.ofValue("", found)));
        environment.programs().forEach((name, found) -> facts.put("Programs of " + name, redaction.ofValue("", found)));
        return facts;
    }

    private Map<String, String> load() {
        Map<String, String> facts = new LinkedHashMap<>();
        judgement.workloads().stream().filter(workload -> workload.tile() == 1).forEach(workload -> {
            facts.put(workload.name() + ", load", redaction.ofValue("", Documents.tree(workload.load())));
            facts.put(workload.name() + ", limits", limits(workload));
        });
        plan.workloads().stream()
                .filter(workload -> workload.tile() == 1)
                .forEach(workload -> facts.put(
                        workload.name() + ", parameters",
                        workload.reference() + ": " + redaction.ofValue("", workload.parameters())));
        facts.put("Seed", Long.toString(plan.seed()));
        return facts;
    }

    private static String limits(WorkloadResult workload) {
        List<String> limits = new ArrayList<>();
        for (LineResult line : workload.lines()) {
            line.limits().forEach(limit -> limits.add(Words.of(line.name()) + " " + limit.limit()));
        }
        return limits.isEmpty() ? "none" : String.join(", ", limits);
    }

    private void table(String heading, Map<String, String> facts) {
        element("h2", "", heading);
        html.append("<table>\n");
        facts.forEach((name, value) -> html.append("<tr><th scope=\"row\">")
                .append(escaped(name))
                .append("</th><td>")
                .append(escaped(value))
                .append("</td></tr>\n"));
        html.append("</table>\n");
    }

    private void element(String name, String style, String text) {
        html.append('<').append(name);
        if (!style.isEmpty()) {
            html.append(" class=\"").append(style).append('"');
        }
        html.append('>').append(escaped(text)).append("</").append(name).append(">\n");
    }

    private String escaped(String text) {
        return HtmlText.escaped(redaction.of(text));
    }

    /** Removes secrets, paths, and names and addresses of hosts, of the run and of its plan. */
    static final class PublicText {
        private static final String SECRET = "(secret)";
        private static final String HOST = "(host)";

        private static final Pattern SECRET_KEY =
                Pattern.compile("(?i).*(password|passwd|secret|token|credential|private.?key|api.?key).*");
        private static final Pattern HOST_KEY =
                Pattern.compile("(?i).*(host|address|server|endpoint|url|uri|broker|node|proxy|target)s?");

        private static final Pattern REFERENCE = Pattern.compile("\\$\\{[^}]*}");
        private static final Pattern URL = Pattern.compile("\\b([A-Za-z][A-Za-z0-9+.:-]*)://[^\\s\"'<>,;)]+");
        private static final Pattern INTERNAL = Pattern.compile("(?i)(?<![\\w.-])(?:[a-z0-9][a-z0-9-]*\\.)+"
                + "(?:local|localdomain|lan|internal|intranet|intra|corp|home|private)(?![\\w-])");
        private static final Pattern ADDRESS = Pattern.compile(
                "(?<![\\w.])\\d{1,3}(?:\\.\\d{1,3}){3}(?![\\w.])|(?i)(?<![\\w:.])(?:[0-9a-f]{0,4}:){3,7}[0-9a-f]{0,4}(?![\\w:])");

        /** Paths from a root, except names of kernel settings, which are published as tuning. */
        private static final Pattern PATH = Pattern.compile("(?<![\\w./~-])(?:~|\\.{1,2})?/(?!proc/|sys/)"
                + "(?:[^\\s/\"'<>,;:()]+/[^\\s\"'<>,;:()]*|(?:home|root|opt|srv|var|tmp|etc|usr|mnt|data)(?!\\w))"
                + "|(?<!\\w)[A-Za-z]:\\\\[^\\s\"'<>,;()]+");

        private static final Pattern NAME = Pattern.compile("[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?");
        private static final Pattern BETWEEN_HOSTS = Pattern.compile("[\\s,;/@]+");

        private static final int SHORT_NAME = 4;

        private final Pattern hosts;

        PublicText(RunEnvironment environment, RunPlan plan, Judgement judgement) {
            Set<String> names = new TreeSet<>();
            environment.hosts().forEach(host -> add(names, host.name()));
            judgement.hosts().forEach(host -> add(names, host.host()));
            find(names, "", Documents.tree(plan));
            find(names, "", environment.suts());
            names.removeAll(words(plan));
            String alternatives = names.stream().map(PublicText::pattern).collect(Collectors.joining("|"));
            hosts = Pattern.compile(
                    names.isEmpty()
                            ? "(?!)"
                            : "(?<![\\w-])(?:[A-Za-z0-9-]+\\.)*(?:" + alternatives
                                    + ")(?:\\.[A-Za-z0-9-]+)*(?![\\w-])");
        }

        /** A short name is matched with its case, since it may be a word, such as vm. */
        private static String pattern(String name) {
            return name.length() < SHORT_NAME ? Pattern.quote(name) : "(?i:" + Pattern.quote(name) + ")";
        }

        /** Names that the page needs, such as a SUT's; they stay even if a host has the same name. */
        private static Set<String> words(RunPlan plan) {
            Set<String> words = new HashSet<>(Set.of("localhost", "embedded", "external"));
            plan.suts().forEach(sut -> words.addAll(List.of(sut.name(), sut.service())));
            plan.workloads()
                    .forEach(
                            workload -> words.addAll(List.of(workload.name(), workload.plugin(), workload.workload())));
            return words;
        }

        private static void find(Set<String> names, String key, @Nullable Object value) {
            switch (value) {
                case Map<?, ?> map -> map.forEach((name, part) -> find(names, String.valueOf(name), part));
                case List<?> list -> list.forEach(part -> find(names, key, part));
                case String text
                when HOST_KEY.matcher(key).matches() || text.contains("://") ->
                    BETWEEN_HOSTS
                            .splitAsStream(text.replaceFirst("^.*://", ""))
                            .forEach(part -> add(names, part.replaceFirst(":\\d+$", "")));
                case null, default -> {}
            }
        }

        /** Adds the name of a host, and its domain, so that other hosts of the domain are removed too. */
        private static void add(Set<String> names, @Nullable String name) {
            if (name == null || !NAME.matcher(name).matches() || name.chars().noneMatch(Character::isLetter)) {
                return;
            }
            int dot = name.indexOf('.');
            names.add((dot < 0 ? name : name.substring(0, dot)).toLowerCase(Locale.ROOT));
            if (dot >= 0 && name.indexOf('.', dot + 1) > 0) {
                names.add(name.substring(dot + 1));
            }
        }

        String of(String text) {
            String plain = REFERENCE.matcher(text).replaceAll(SECRET);
            plain = URL.matcher(plain).replaceAll("$1://" + HOST);
            plain = PATH.matcher(plain).replaceAll("(path)");
            plain = hosts.matcher(plain).replaceAll(HOST);
            plain = INTERNAL.matcher(plain).replaceAll(HOST);
            return ADDRESS.matcher(plain).replaceAll(HOST);
        }

        String ofValue(String key, @Nullable Object value) {
            if (value == null) {
                return "not known";
            }
            if (SECRET_KEY.matcher(key).matches()) {
                return SECRET;
            }
            return switch (value) {
                case Map<?, ?> map ->
                    map.isEmpty()
                            ? "none"
                            : map.entrySet().stream()
                                    .filter(entry -> !"".equals(entry.getValue()))
                                    .map(entry -> entry.getKey() + " "
                                            + nested(String.valueOf(entry.getKey()), entry.getValue()))
                                    .collect(Collectors.joining(", "));
                case List<?> list ->
                    list.isEmpty()
                            ? "none"
                            : list.stream().map(element -> nested(key, element)).collect(Collectors.joining(", "));
                default -> of(String.valueOf(value));
            };
        }

        private String nested(String key, @Nullable Object value) {
            String text = ofValue(key, value);
            return value instanceof Map<?, ?> || value instanceof List<?> ? "(" + text + ")" : text;
        }
    }

    public static final class HtmlText {
        private HtmlText() {}

        /** A text for the content of an element or for an attribute in double quotes. */
        public static String escaped(String text) {
            StringBuilder safe = new StringBuilder();
            text.codePoints().forEach(character -> {
                switch (character) {
                    case '&' -> safe.append("&amp;");
                    case '<' -> safe.append("&lt;");
                    case '>' -> safe.append("&gt;");
                    case '"' -> safe.append("&quot;");
                    case '\n', '\t' -> safe.appendCodePoint(character);
                    default -> safe.appendCodePoint(isShown(character) ? character : '\ufffd');
                }
            });
            return safe.toString();
        }

        public static String page(String policy, String title, String style, String body) {
            return """
                    <!doctype html>
                    <html lang="en">
                    <head>
                    <meta charset="utf-8">
                    <meta name="viewport" content="width=device-width, initial-scale=1">
                    <meta name="color-scheme" content="light dark">
                    <meta http-equiv="Content-Security-Policy" content="%s">
                    <meta name="generator" content="Plateau">
                    <title>%s</title>
                    <style>%s</style>
                    </head>
                    <body>
                    %s</body>
                    </html>
                    """.formatted(policy, escaped(title), style, body);
        }

        /** False for characters that control display or direction of text, which could change a page's meaning. */
        private static boolean isShown(int character) {
            int type = Character.getType(character);
            return type != Character.CONTROL && type != Character.FORMAT && type != Character.SURROGATE;
        }
    }
}
