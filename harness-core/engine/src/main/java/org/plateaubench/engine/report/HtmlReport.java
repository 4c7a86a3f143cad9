// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.figure.Figure;
import org.plateaubench.engine.figure.OperationColumns;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.report.PublicReport.HtmlText;
import org.plateaubench.engine.report.series.ShownSeries;
import org.plateaubench.engine.report.series.StoredSeries;
import org.plateaubench.engine.report.series.StoredSeries.PercentileCurves.ShownCurves;
import org.plateaubench.engine.run.ErrorRecord;
import org.plateaubench.engine.store.RunEvent;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.loader.Sha256;

/** Writes {@code report.html}: the modules, styles and data of the console's page of a result in one file. */
public final class HtmlReport {
    private static final List<String> SHEETS =
            List.of("token", "base", "form", "table", "shell", "component", "result", "chart", "report");

    private static final class Parts {
        static final String STYLE = SHEETS.stream().map(Parts::sheet).collect(Collectors.joining()) + "@media print {\n"
                + sheet("print") + "}\n";
        static final String CHARTS = script(ReportFiles.text("/library/chart.js/dist/chart.umd.min.js"));
        static final Map<String, String> MODULES = new ConcurrentHashMap<>();

        private Parts() {}

        private static String sheet(String name) {
            return ReportFiles.text("/style/" + name + ".css");
        }

        /** A script in which an end tag of its element, which can occur only within string literals, is escaped. */
        private static String script(String text) {
            return text.replace("</script", "<\\/script");
        }

        private static String digest(String text) {
            return "'sha256-" + Base64.getEncoder().encodeToString(Sha256.of(text)) + "'";
        }
    }

    private HtmlReport() {}

    public static String of(StoredRun run, Judgement judgement, List<PluginSection> sections) {
        try {
            return page(
                    "report",
                    judgement.conclusion().kind().word() + ": " + judgement.name() + " (" + judgement.runId() + ")",
                    TextSummary.of(judgement, judgement.runId(), TextStyle.PLAIN),
                    Documents.line(ReportData.of(run, judgement, sections)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A page in one file; {@code text} is for a browser without scripts, {@code json} the data that it shows. */
    public static String page(String module, String title, String text, String json) {
        String modules = Parts.MODULES.computeIfAbsent(
                module, name -> Parts.script(ModuleBundle.of("/page/" + name + ".js", ReportFiles::text)));
        String policy = "default-src 'none'; script-src " + Parts.digest(Parts.CHARTS) + " " + Parts.digest(modules)
                + "; style-src " + Parts.digest(Parts.STYLE) + "; img-src data:; base-uri 'none'; form-action 'none'";
        String body = """
                <main id="main"></main>
                <noscript><pre class="wrap">This page needs JavaScript for its charts and tables. Without them:

                %s</pre></noscript>
                <script type="application/json" id="data">%s</script>
                <script>%s</script>
                <script>%s</script>
                """.formatted(HtmlText.escaped(text), data(json), Parts.CHARTS, modules);
        return HtmlText.page(policy, title, Parts.STYLE, body);
    }

    /** JSON for a script element, with the characters of markup escaped. */
    private static String data(String json) {
        return json.replace("<", "\\u003c")
                .replace(">", "\\u003e")
                .replace("&", "\\u0026")
                .replace("\u2028", "\\u2028")
                .replace("\u2029", "\\u2029");
    }

    /** By address in the console: {@code /module/lit.js} is in the folder {@code ui}, a library in a WebJar. */
    private static final class ReportFiles {
        private static final String PAGES = "/org/plateaubench/engine/report/ui";
        private static final String LIBRARIES = "/library/";
        private static final Pattern SOURCE_MAP = Pattern.compile("(?m)^//# sourceMappingURL=.*$");

        private ReportFiles() {}

        /** The text of a file, without a link to a source map. */
        static String text(String address) {
            String path =
                    address.startsWith(LIBRARIES) ? library(address.substring(LIBRARIES.length())) : PAGES + address;
            try (InputStream stream = open(path)) {
                String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
                return SOURCE_MAP.matcher(text).replaceAll("");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static String library(String file) {
            String name = file.substring(0, file.indexOf('/'));
            Properties properties = new Properties();
            try (InputStream stream = open("/META-INF/maven/org.webjars.npm/" + name + "/pom.properties")) {
                properties.load(stream);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return "/META-INF/resources/webjars/" + name + "/" + properties.getProperty("version")
                    + file.substring(name.length());
        }

        private static InputStream open(String path) {
            InputStream stream = ReportFiles.class.getResourceAsStream(path);
            if (stream == null) {
                throw new IllegalStateException(path + " is not on the class path");
            }
            return stream;
        }
    }

    /**
     * Bundles ECMAScript modules in one classic script, because a page that is opened as a file may not load modules.
     * Each module becomes a function that is called once, after the modules that it imports, and returns its exports.
     * The bundle supports the forms of import and export that the console's pages and their libraries use; imports must
     * not be cyclic. The same modules give the same script.
     */
    static final class ModuleBundle {
        /** On a line of its own in Plateau's modules, or after another statement in minified ones. */
        private static final String BEGIN = "(?m)(?:^|(?<=[;}]))";

        private static final Pattern NAME = Pattern.compile("([\\w$]+)(?:\\s+as\\s+([\\w$]+))?");
        private static final String LIST = "\\s*\\{([^}]*)\\}";
        private static final String FROM = "\\s*from\\s*[\"']([^\"']+)[\"']";
        private static final Pattern IMPORT = Pattern.compile(BEGIN + "import" + LIST + FROM + ";?");
        private static final Pattern EXPORT = Pattern.compile(BEGIN + "export" + LIST + "(?:" + FROM + ")?;?");
        private static final Pattern EXPORT_DECLARED =
                Pattern.compile("(?m)^export (?=(?:async function|function|class|const) ([\\w$]+))");

        private final UnaryOperator<String> files;
        private final StringBuilder script = new StringBuilder();
        private final Map<String, String> modules = new LinkedHashMap<>();

        private ModuleBundle(UnaryOperator<String> files) {
            this.files = files;
        }

        static String of(String address, UnaryOperator<String> files) {
            ModuleBundle bundle = new ModuleBundle(files);
            bundle.add(address);
            return "(() => {\n'use strict';\n" + bundle.script + "})();\n";
        }

        private String add(String address) {
            String known = modules.get(address);
            if (known != null) {
                return known;
            }
            String text = files.apply(address);
            List<String> exports = new ArrayList<>();
            text = replaced(
                    text,
                    IMPORT,
                    found -> "const " + renamed(found.group(1)) + " = " + from(address, found.group(2)) + ";");
            text = replaced(text, EXPORT, found -> {
                String module = found.group(2) == null ? "" : from(address, found.group(2)) + ".";
                names(found.group(1)).forEach((name, as) -> exports.add(as + ": " + module + name));
                return "";
            });
            text = replaced(text, EXPORT_DECLARED, found -> {
                exports.add(found.group(1));
                return "";
            });
            String name = "module" + modules.size();
            script.append("// ").append(address).append("\nconst ").append(name).append(" = (() => {\n");
            script.append(text.strip())
                    .append("\nreturn {")
                    .append(String.join(", ", exports))
                    .append("};\n})();\n");
            modules.put(address, name);
            return name;
        }

        private static String replaced(String text, Pattern pattern, Function<MatchResult, String> replacement) {
            return pattern.matcher(text).replaceAll(found -> Matcher.quoteReplacement(replacement.apply(found)));
        }

        private String from(String importer, String named) {
            return add(URI.create(importer).resolve(named).getPath());
        }

        private static String renamed(String list) {
            List<String> parts = new ArrayList<>();
            names(list).forEach((name, as) -> parts.add(name + ": " + as));
            return "{" + String.join(", ", parts) + "}";
        }

        /** The names in a list such as {@code a, b as c}, each with its alias. */
        private static Map<String, String> names(String list) {
            Map<String, String> names = new LinkedHashMap<>();
            NAME.matcher(list).results().forEach(found -> {
                String as = found.group(2);
                names.put(found.group(1), as == null ? found.group(1) : as);
            });
            return names;
        }
    }

    private record ReportData(
            Map<String, Object> result,
            ShownSeries series,
            ShownCurves percentiles,
            Errors errors,
            Events events,
            Map<String, Object> plan,
            Map<String, Object> environment,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String config,

            List<PluginSection> sections) {
        private static final String OPERATIONS = "operations";
        private static final int MAX_EVENTS = 1_000;
        private static final int MAX_POINTS = 600;
        private static final int MIN_POINTS = 120;
        /** The maximum number of points of a series over all workloads: a page with more of them opens slowly. */
        private static final int MAX_TOTAL_POINTS = 9_000;

        private record Errors(List<ErrorRecord> errors) {}

        private record Events(int total, List<RunEvent> events) {}

        static ReportData of(StoredRun run, Judgement judgement, List<PluginSection> sections) throws IOException {
            RunPlan plan = RunPlan.fromTree(run.plan());
            int points =
                    Math.clamp(MAX_TOTAL_POINTS / Math.max(1, plan.workloads().size()), MIN_POINTS, MAX_POINTS);
            StoredSeries.SeriesAndCurves measured = StoredSeries.SeriesAndCurves.of(run, plan, points);
            Path config = StoredFile.CONFIG.in(run.folder());
            return new ReportData(
                    result(judgement),
                    measured.series(),
                    measured.curves(),
                    new Errors(run.errors()),
                    new Events(
                            run.events().size(),
                            run.events().stream().limit(MAX_EVENTS).toList()),
                    run.plan(),
                    run.environment(),
                    Files.exists(config) ? Files.readString(config, StandardCharsets.UTF_8) : null,
                    sections);
        }

        /** The result, with only the displayed part of periods, which are the largest part of a run with many tiles. */
        private static Map<String, Object> result(Judgement judgement) {
            Map<String, Object> tree = Documents.parse(judgement.text());
            for (Map<String, Object> period : maps(tree.get("periods"))) {
                for (Map<String, Object> workload : maps(period.get("workloads"))) {
                    workload.keySet().retainAll(Set.of("tile", "name", "metric", "all", OPERATIONS));
                    keepShown(workload);
                    maps(workload.get(OPERATIONS))
                            .forEach(operation -> operation.keySet().retainAll(Set.of("qos")));
                }
                maps(period.get("aggregate")).forEach(workload -> {
                    workload.remove(OPERATIONS);
                    keepShown(workload);
                });
            }
            return tree;
        }

        /** Keeps only the figures of all operations that the tables of periods show. */
        @SuppressWarnings("unchecked")
        private static void keepShown(Map<String, Object> workload) {
            Map<String, Object> all = (Map<String, Object>) Objects.requireNonNull(workload.get("all"));
            all.keySet().removeAll(Set.of("errorsByClass", "declinedByReason", "qos"));
            List<String> shown = OperationColumns.in(Figure.View.REPORT).stream()
                    .map(Figure::name)
                    .toList();
            for (String part : List.of("figures", "harnessShare")) {
                if (all.get(part) instanceof Map<?, ?> values) {
                    values.keySet().retainAll(shown);
                }
            }
        }

        @SuppressWarnings("unchecked")
        private static List<Map<String, Object>> maps(@Nullable Object list) {
            return list == null ? List.of() : (List<Map<String, Object>>) list;
        }
    }
}
