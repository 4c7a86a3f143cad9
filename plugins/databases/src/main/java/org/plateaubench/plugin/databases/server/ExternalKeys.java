// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.server;

import java.util.List;
import java.util.regex.Pattern;
import org.plateaubench.api.Finding;
import org.plateaubench.process.ModeKeys;
import org.plateaubench.spi.SutContext;

/**
 * Checks of the keys {@code url}, {@code user} and {@code password} of an external database.
 *
 * @param title the product, such as {@code PostgreSQL}
 * @param schemes prefixes of an address
 */
public record ExternalKeys(String title, List<String> schemes) {
    private static final Pattern CREDENTIAL =
            Pattern.compile("[?&;](user|\\w*password\\w*)=", Pattern.CASE_INSENSITIVE);

    /**
     * Checks what the bounds of single keys cannot express.
     *
     * @param embedded the keys of mode embedded
     */
    public List<Finding> check(SutContext.Mode mode, ModeKeys embedded, String url, String user, String password) {
        List<Finding> findings = embedded.external("url", !url.isEmpty())
                .external("user", !user.isEmpty())
                .external("password", !password.isEmpty())
                .problems();
        if (mode == SutContext.Mode.EXTERNAL) {
            checkUrl(findings, url);
        }
        return findings;
    }

    /** Checks the address. No finding quotes it, since it may hold a password. */
    private void checkUrl(List<Finding> findings, String url) {
        if (url.contains("${")) {
            return; // Checked once the reference is resolved.
        }
        if (schemes.stream().noneMatch(url::startsWith)) {
            String message = url.isEmpty()
                    ? "An external database needs an address."
                    : "The address is not of a server of " + title + ".";
            findings.add(Finding.problem(message, "It begins with " + String.join(" or ", schemes) + ".")
                    .about("url"));
        } else if (CREDENTIAL.matcher(url).find()) {
            findings.add(Finding.problem("The address must not hold user or password.", "They have keys of their own.")
                    .about("url"));
        }
    }
}
