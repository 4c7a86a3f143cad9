// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases;

import java.util.List;
import java.util.regex.Pattern;
import org.plateaubench.api.Finding;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.Reach;
import org.plateaubench.process.ModeKeys;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutServiceType;

/** Keys of an external database, which the SUTs of all products share. */
public record ExternalKeys(
        @Parameter(
                description = "JDBC address of an external server of this product, such as"
                        + " jdbc:postgresql://db.lab/store, jdbc:mariadb://db.lab/store or"
                        + " jdbc:h2:tcp://db.lab/~/store",
                defaultValue = "",
                reach = Reach.ADDRESS)
        String url,

        @Parameter(description = "User of an external database", defaultValue = "")
        String user,

        @Parameter(description = "Password at an external database", defaultValue = "", secret = true)
        String password) {

    private static final Pattern CREDENTIAL =
            Pattern.compile("[?&;](user|\\w*password\\w*)=", Pattern.CASE_INSENSITIVE);

    public List<Finding> check(SutContext.Mode mode, ModeKeys embedded, String title, List<String> schemes) {
        List<Finding> findings = embedded.external("url", !url.isEmpty())
                .external("user", !user.isEmpty())
                .external("password", !password.isEmpty())
                .problems();
        if (mode == SutContext.Mode.EXTERNAL) {
            checkUrl(findings, title, schemes);
        }
        return findings;
    }

    /** Checks the address. No finding quotes it, since it may hold a password. */
    private void checkUrl(List<Finding> findings, String title, List<String> schemes) {
        if (SutServiceType.isReference(url)) {
            return; // Checked once the reference is resolved.
        }
        if (schemes.stream().noneMatch(url::startsWith)) {
            String message = url.isEmpty()
                    ? "An external database needs an address."
                    : "The address is not of a server of " + title + ".";
            findings.add(Finding.problem(message, "It begins with " + String.join(" or ", schemes) + ".")
                    .about("url"));
        } else if (CREDENTIAL.matcher(url).find()) {
            findings.add(Finding.problem(
                            "The address must not hold user or password.", "Use the keys 'user' and 'password'.")
                    .about("url"));
        }
    }

    /** Returns the keys as text, without the password. */
    @Override
    public String toString() {
        return "ExternalKeys[url=" + url + ", user=" + user + "]";
    }
}
