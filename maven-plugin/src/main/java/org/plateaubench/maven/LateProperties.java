// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.maven;

import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Properties that goals set, such as free ports: {@code @{NAME}} is replaced when a goal runs, not when the POM is read. */
final class LateProperties {
    private static final Pattern REFERENCE = Pattern.compile("@\\{([^}]+)}");

    private LateProperties() {}

    /** The text with every reference to a known property replaced. */
    static String fill(String text, Properties properties) {
        return REFERENCE
                .matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(properties.getProperty(found.group(1), found.group())));
    }
}
