// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import java.util.regex.Pattern;

/**
 * The files on the class path of which a report consists, by their address in the console: {@code /module/lit.js} is in
 * the folder {@code ui}, and {@code /library/lit-html/lit-html.js} is in a WebJar.
 */
final class ReportFiles {
    private static final String PAGES = "/org/plateaubench/engine/report/ui";
    private static final String LIBRARIES = "/library/";
    private static final Pattern SOURCE_MAP = Pattern.compile("(?m)^//# sourceMappingURL=.*$");

    private ReportFiles() {}

    /** The text of a file, without a link to a source map. */
    static String text(String address) {
        String path = address.startsWith(LIBRARIES) ? library(address.substring(LIBRARIES.length())) : PAGES + address;
        try (InputStream stream = open(path)) {
            String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            return SOURCE_MAP.matcher(text).replaceAll("");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The path of a library's file in its WebJar, in the version that is on the class path. */
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
