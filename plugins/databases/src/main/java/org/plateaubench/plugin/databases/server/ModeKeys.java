// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.plateaubench.api.Finding;
import org.plateaubench.spi.SutContext;

/**
 * Checks of keys that belong to one mode of a SUT: {@code url}, {@code user} and {@code password} to mode external, all
 * other keys to mode embedded. A key that repeats its default cannot be distinguished from a missing one.
 *
 * @param title the product, such as {@code PostgreSQL}
 * @param embedded keys of mode embedded, in the order of the record, with whether each is given
 * @param schemes prefixes of an address
 */
public record ModeKeys(String title, List<Map.Entry<String, Boolean>> embedded, List<String> schemes) {
    private static final Pattern CREDENTIAL =
            Pattern.compile("[?&;](user|\\w*password\\w*)=", Pattern.CASE_INSENSITIVE);

    /** Checks what the bounds of single keys cannot express. */
    public List<Finding> check(SutContext.Mode mode, String url, String user, String password) {
        List<Finding> findings = new ArrayList<>();
        switch (mode) {
            case EMBEDDED ->
                foreign(
                        findings,
                        "external",
                        List.of(
                                Map.entry("url", !url.isEmpty()),
                                Map.entry("user", !user.isEmpty()),
                                Map.entry("password", !password.isEmpty())));
            case EXTERNAL -> {
                foreign(findings, "embedded", embedded);
                checkUrl(findings, url);
            }
        }
        return findings;
    }

    private static void foreign(List<Finding> findings, String mode, List<Map.Entry<String, Boolean>> keys) {
        String remedy = "Take it out or set 'mode: " + mode + "'.";
        keys.stream()
                .filter(Map.Entry::getValue)
                .map(key -> Finding.problem("The key belongs to mode " + mode + ".", remedy)
                        .about(key.getKey()))
                .forEach(findings::add);
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
