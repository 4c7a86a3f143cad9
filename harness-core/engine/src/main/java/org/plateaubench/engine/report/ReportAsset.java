// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;

/** Files on the class path that a report consists of; the report inlines them, so that it is self-contained. */
enum ReportAsset {
    TEMPLATE("/org/plateaubench/engine/report/report.mustache"),
    /** Part of the template: the figures of the harness. */
    HARNESS("/org/plateaubench/engine/report/harness.mustache"),
    /** Part of the template: the checks of a workload. */
    CHECKS("/org/plateaubench/engine/report/checks.mustache"),
    /** Part of the template: the headline figures. */
    FIGURES("/org/plateaubench/engine/report/figures.mustache"),
    STYLE("/org/plateaubench/engine/report/report.css"),
    SCRIPT("/org/plateaubench/engine/report/report.js"),
    /** Chart.js as published, from its web jar. */
    CHARTS("/META-INF/resources/webjars/chart.js/4.5.1/dist/chart.umd.min.js");

    private static final Pattern SOURCE_MAP = Pattern.compile("(?m)^//# sourceMappingURL=.*$");
    private static final Pattern END_OF_SCRIPT = Pattern.compile("(?i)</(script|style)");

    private final String path;

    ReportAsset(String path) {
        this.path = path;
    }

    /** The text of a part of the template by its name in the template. */
    static String partial(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT)).text();
    }

    /** The text of the file. */
    String text() {
        try (InputStream stream = ReportAsset.class.getResourceAsStream(path)) {
            if (stream == null) {
                throw new IllegalStateException(path + " is not on the class path");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The text for a script or style element: without a link to a source map, and without the end tag. */
    String inlined() {
        String text = SOURCE_MAP.matcher(text()).replaceAll("");
        return END_OF_SCRIPT.matcher(text).replaceAll("<\\\\/$1");
    }
}
