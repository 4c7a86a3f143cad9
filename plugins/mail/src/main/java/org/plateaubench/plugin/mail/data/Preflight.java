// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.Finding;
import org.plateaubench.plugin.mail.connect.MailError;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.connect.MailLink;
import org.plateaubench.plugin.mail.connect.MailSockets;
import org.plateaubench.plugin.mail.model.MailMeasure.Counts;
import org.plateaubench.plugin.mail.site.MailSite;
import org.plateaubench.plugin.mail.site.Security;
import org.plateaubench.plugin.mail.smtp.Submission;
import org.plateaubench.spi.SutException;

/** Checks, without changes, whether the accounts of a site can be used and filled. */
final class Preflight {
    /**
     * Most accounts checked, within a limit of a minute. The remaining ones are checked during preparation, before any
     * change.
     */
    static final int MOST_LOOKED_AT = 2_000;

    private final MailSite site;
    private final MailSockets sockets;
    private final DataSettings settings;
    private final int users;
    private final List<Finding> findings = new ArrayList<>();

    Preflight(MailSite site, MailSockets sockets, DataSettings settings, int users) {
        this.site = site;
        this.sockets = sockets;
        this.settings = settings;
        this.users = users;
    }

    /** Returns the findings; accounts are checked only if they exist. */
    List<Finding> findings(AccountWorkers workers, OwnershipCheck ownership) throws SutException, InterruptedException {
        accounts();
        findings.addAll(groupware(site, settings.scale()));
        submission();
        capacity();
        List<Integer> numbers = numbers(Math.min(Math.min(users, site.accounts()), MOST_LOOKED_AT));
        AccountSurvey.Result seen = AccountSurvey.of(workers, numbers, true);
        findings.addAll(failures(seen.failures(), site));
        findings.addAll(ownership.findings(seen.states().values()));
        if (users > numbers.size() && users <= site.accounts()) {
            findings.add(Finding.note(
                    "Only the first " + numbers.size() + " of " + users + " accounts were checked in advance."));
        }
        return List.copyOf(findings);
    }

    /** Returns account numbers from 1 on. */
    static List<Integer> numbers(int count) {
        List<Integer> numbers = new ArrayList<>();
        for (int number = 1; number <= count; number++) {
            numbers.add(number);
        }
        return numbers;
    }

    /** Returns a problem when users have calendars and contacts but the site has none. */
    static List<Finding> groupware(MailSite site, Scale scale) {
        return scale.groupware() && site.davUrl().isEmpty()
                ? List.of(Finding.problem(
                                "The site has no davUrl, and users have calendars and contacts.",
                                "Set 'davUrl' of the SUT, or 'parameters.groupware: false' of the workload.")
                        .about("groupware"))
                : List.of();
    }

    private void accounts() {
        if (users > site.accounts()) {
            findings.add(Finding.problem(
                    "The site has " + site.accounts() + " accounts and the workload " + users + " users.",
                    "Lower 'users' of the load, or create more accounts and set 'accounts' of the SUT."));
        }
    }

    private void submission() {
        MailLink link = link();
        try {
            link.connect();
        } catch (MailFailure e) {
            findings.add(Finding.problem(
                    "Submission cannot be reached: " + e.getMessage() + ".",
                    "Make sure that it runs, and that host, port and security of SMTP are right."));
            return;
        } finally {
            link.abort();
        }
        try {
            Submission.check(link(), site.account(1));
        } catch (MailFailure e) {
            String message =
                    "Submission accepts no mail from " + site.account(1) + " to itself: " + e.getMessage() + ".";
            findings.add(
                    e.errorClass().equals(MailError.REFUSED_FOR_NOW.title())
                            ? Finding.note(message)
                            : Finding.problem(
                                    message,
                                    "Make sure that 'domain', 'login' and the password of the SUT are" + " right."));
        }
    }

    private MailLink link() {
        return new MailLink(sockets, site.smtp(), Counts.NONE);
    }

    private void capacity() {
        long needed = Population.bytes(settings.scale()) * users;
        if (needed > site.capacityBytes()) {
            findings.add(Finding.problem(
                            "The mailboxes hold " + megabytes(needed)
                                    + " when they are filled, and the server can hold "
                                    + megabytes(site.capacityBytes()) + ".",
                            "Use fewer users, 'fill: small' or 'sizes: classic', or a server that keeps mail on disk.")
                    .about("fill"));
        }
    }

    static String megabytes(long bytes) {
        return (bytes >> 20) + " MiB";
    }

    /** Returns one problem for each reason, for any number of accounts. */
    static List<Finding> failures(Map<Integer, String> failures, MailSite site) {
        Map<String, List<Integer>> byReason = new LinkedHashMap<>();
        failures.forEach((number, reason) ->
                byReason.computeIfAbsent(reason, any -> new ArrayList<>()).add(number));
        List<Finding> findings = new ArrayList<>();
        byReason.forEach((reason, numbers) -> findings.add(Finding.problem(
                OwnershipCheck.accounts(numbers.size()) + " cannot be used, such as " + site.account(numbers.getFirst())
                        + ": " + reason + ".",
                "Make sure that address, accounts and password of the SUT are right"
                        + (site.imap().security() == Security.NONE
                                ? ", and that the server accepts passwords without TLS."
                                : "."))));
        return findings;
    }
}
