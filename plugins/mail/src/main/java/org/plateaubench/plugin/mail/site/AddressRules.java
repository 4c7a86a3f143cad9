// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.site;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.plateaubench.api.Finding;
import org.plateaubench.spi.SutServiceType;

/**
 * The rules for the keys {@code domain} and {@code login} of a SUT, which become parts of addresses, paths and lines of
 * configuration files. A value with a reference to the environment is accepted, since it is checked again after it is
 * resolved.
 */
public final class AddressRules {
    private static final Pattern DOMAIN = Pattern.compile("[A-Za-z0-9.-]+");
    private static final Pattern NUMBER = Pattern.compile("\\{n[1-9]?\\}");
    private static final Pattern AROUND_NUMBER = Pattern.compile("[A-Za-z0-9._-]*");

    private AddressRules() {}

    /** Returns the problems of the domain of addresses. */
    public static List<Finding> domain(String domain) {
        if (SutServiceType.isReference(domain) || DOMAIN.matcher(domain).matches()) {
            return List.of();
        }
        return List.of(Finding.problem(
                        "The domain of the addresses is not valid.",
                        "It may have only letters a to z, digits, dots and hyphens, such as "
                                + SiteProperties.USUAL_DOMAIN + ".")
                .about("domain"));
    }

    /** Returns the problems of the login of users on servers that the harness sets up. */
    public static List<Finding> login(String login) {
        if (SutServiceType.isReference(login)) {
            return List.of();
        }
        List<Finding> findings = new ArrayList<>();
        if (!NUMBER.matcher(login).find()) {
            findings.add(
                    Finding.problem("All users would have the same mailbox.", "Write {n} in the place of the number.")
                            .about("login"));
        }
        String around = NUMBER.matcher(login).replaceAll("");
        if (!AROUND_NUMBER.matcher(around).matches()) {
            findings.add(Finding.problem(
                            "The name with which users sign in cannot be the name of a mailbox.",
                            "Beside {n}, or {n1} to {n9} for the number with as many digits, it may"
                                    + " have only letters a to z, digits, dots, hyphens and underscores; leave"
                                    + " the domain out.")
                    .about("login"));
        }
        return findings;
    }
}
