// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.loader.Sha256;

/**
 * Writes {@code report.html}, a single file without external references. It consists of the modules and style sheets of
 * the console's page of a result, with the data inlined that the console would send. Stateless; any thread.
 */
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

        /** A script without the end tag of its element, which may occur only in its texts. */
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

    /**
     * A page in a single file.
     *
     * @param text its content for a browser without scripts
     * @param json the data that it shows
     */
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

    /** JSON for a script element, without characters of markup. */
    private static String data(String json) {
        return json.replace("<", "\\u003c")
                .replace(">", "\\u003e")
                .replace("&", "\\u0026")
                .replace("\u2028", "\\u2028")
                .replace("\u2029", "\\u2029");
    }

    /**
     * The files on the class path of which a report consists, by their address in the console: {@code /module/lit.js} is in
     * the folder {@code ui}, and {@code /library/lit-html/lit-html.js} is in a WebJar.
     */
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
}
