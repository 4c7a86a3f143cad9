// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Finding;
import org.plateaubench.plugin.mail.connect.MailError;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.connect.MailLink;
import org.plateaubench.plugin.mail.connect.MailSite;
import org.plateaubench.plugin.mail.connect.MailSockets;
import org.plateaubench.plugin.mail.connect.Security;
import org.plateaubench.plugin.mail.dav.DavConnections;
import org.plateaubench.plugin.mail.model.MailMeasure.Counts;
import org.plateaubench.plugin.mail.model.Scale;
import org.plateaubench.plugin.mail.protocol.Submission;
import org.plateaubench.process.data.DataMarker;
import org.plateaubench.process.data.MarkedData;
import org.plateaubench.process.data.MarkedDataSet;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.WorkloadContext;

/** Mailboxes, calendars and address books of the users of one workload. Holds no connection between calls. */
public final class MailDataSet extends MarkedDataSet {
    /**
     * Maximum number of accounts that are checked in advance, within a minute; the others are checked before the first
     * change.
     */
    private static final int MAX_EXAMINED = 2_000;
    /** Minimum age of old data in days: it then has hardly any mail of the last weeks, and no future events. */
    private static final int FRESH_DAYS = 30;
    /** Maximum number of accounts, and of foreign items per account, that a message names. */
    private static final int NAMED = 5;

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(15);
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(60);

    private final WorkloadContext<?> context;
    private final MailSite site;
    private final Scale scale;
    private final String adopt;
    private final MailSockets sockets;
    private final @Nullable DavConnections davConnections;
    private final AccountWorkers workers;
    private final Duration latest;
    private final Map<Integer, AccountState> before = new TreeMap<>();
    private final Set<String> earlierRuns = new HashSet<>();

    /**
     * Creates the data of a workload in its SUT; {@code adopt} is empty or the domain whose accounts are taken over.
     */
    public MailDataSet(WorkloadContext<?> context, Scale scale, int accountsAtOnce, String adopt) {
        this(context, scale, accountsAtOnce, adopt, Reconciler.LATEST);
    }

    MailDataSet(WorkloadContext<?> context, Scale scale, int accountsAtOnce, String adopt, Duration latest) {
        this.context = context;
        this.scale = scale;
        this.adopt = adopt;
        this.latest = latest;
        site = new MailSite(context.requiredSut());
        sockets = new MailSockets(site);
        boolean hasCalendars = scale.groupware() && site.davUrl().isPresent();
        davConnections = hasCalendars ? new DavConnections(site, CONNECT_TIMEOUT, ANSWER_TIMEOUT) : null;
        workers = new AccountWorkers(sockets, davConnections, accountsAtOnce);
    }

    @Override
    protected MarkedData open(boolean inAdvance) {
        return new Session(
                inAdvance ? Math.min(Math.min(context.users(), site.accounts()), MAX_EXAMINED) : context.users());
    }

    @Override
    public Optional<Map<String, String>> baseline() {
        return Optional.empty();
    }

    /** Does not read the markers of all accounts again: another run is detected by the tokens of its mail. */
    @Override
    public List<Reconciliation> reconcile(SentTotals sent) throws Exception {
        return before.isEmpty() ? List.of() : open(false).reconcile(Map.of(), sent);
    }

    @Override
    public void close() {
        if (davConnections != null) {
            davConnections.close();
        }
    }

    /** The accounts, each with its own marker and its own work. */
    private final class Session implements MarkedData {
        private final int checkedAccounts;
        private final Map<String, AccountState> states = new LinkedHashMap<>();
        private final Map<Integer, String> failures = new TreeMap<>();

        Session(int checkedAccounts) {
            this.checkedAccounts = checkedAccounts;
        }

        private static LocalDate today() {
            return LocalDate.now(ZoneOffset.UTC);
        }

        @Override
        public DataMarker wanted() {
            return DataMarker.of(context).with("layout", 1).with("holds", scale.text());
        }

        @Override
        public Map<String, Optional<DataMarker>> markers() throws SutException, InterruptedException {
            List<Integer> numbers =
                    IntStream.rangeClosed(1, checkedAccounts).boxed().toList();
            AccountState.Survey survey = AccountState.of(workers, numbers, true);
            failures.putAll(survey.failures());
            Map<String, Optional<DataMarker>> markers = new LinkedHashMap<>();
            survey.states().values().forEach(state -> {
                String place = state.account().toString();
                states.put(place, state);
                markers.put(place, Optional.ofNullable(state.marker()).map(MailMarker::data));
            });
            return markers;
        }

        /** Keeps the messages and objects that an interrupted load has created. */
        @Override
        public boolean continuesLoad() {
            return true;
        }

        @Override
        public boolean carryOut(List<Task> tasks, Progress progress) throws SutException, InterruptedException {
            Map<Integer, Work> works = new TreeMap<>();
            for (Task task : tasks) {
                AccountState state = states.get(task.place());
                if (state != null && task.work() != Work.USE) {
                    works.put(state.account().number(), task.work());
                }
            }
            int count = works.size();
            IntConsumer messages = reporter(progress, "filling mailboxes", "messages", scale.messages() * (long) count);
            IntConsumer objects = reporter(
                    progress,
                    "filling calendars and address books",
                    "events and contacts",
                    (scale.events() + scale.contacts()) * (long) count);
            IntConsumer cleared = reporter(progress, "clearing mailboxes", "accounts", count);
            AccountLoader loading =
                    new AccountLoader(site, scale, context.dataSeed(), wanted(), today(), messages, objects);
            workers.run(List.copyOf(works.keySet()), (account, access) -> {
                AccountState state = states.get(account.toString());
                Work work = works.getOrDefault(account.number(), Work.USE);
                if (state != null && work == Work.CLEAR) {
                    AccountLoader.clear(state, access);
                    cleared.accept(1);
                } else if (state != null) {
                    loading.load(state, work, access);
                }
            });
            return true;
        }

        /** Returns a consumer that reports the total progress of several threads. */
        private static IntConsumer reporter(Progress progress, String activity, String unit, long total) {
            AtomicLong done = new AtomicLong();
            return count -> progress.report(activity, done.addAndGet(count), total, unit);
        }

        /** Accounts are loaded and cleared one by one. */
        @Override
        public void load(Progress progress) {
            throw new IllegalStateException("each account has work of its own");
        }

        @Override
        public void clear(Progress progress) {
            throw new IllegalStateException("each account has work of its own");
        }

        @Override
        public boolean isAdopted() {
            return adopt.equals(domain());
        }

        private String domain() {
            String address = site.account(1).address();
            return address.substring(address.indexOf('@') + 1);
        }

        @Override
        public String remedyOfForeign() {
            return "Use other accounts, or have foreign content removed with 'data: reload' and 'adopt: " + domain()
                    + "'.";
        }

        @Override
        public List<Finding> foreign(List<Task> tasks) {
            List<Finding> findings = new ArrayList<>(failures());
            List<AccountState> foreign = new ArrayList<>();
            for (Task task : tasks) {
                AccountState state = states.get(task.place());
                boolean isForeign = state != null
                        && (state.marker() == null
                                ? !state.isEmpty()
                                : !state.foreign().isEmpty());
                if (isForeign && !(isAdopted() && task.work() == Work.USE)) {
                    foreign.add(state);
                }
            }
            if (!foreign.isEmpty()) {
                String message = "Mail, events or contacts that are not Plateau's are in " + description(foreign);
                findings.add(
                        isAdopted()
                                ? Finding.note(message + "; it is adopted, and will be removed.")
                                : Finding.problem(message + ".", remedyOfForeign())
                                        .about("adopt"));
            }
            return findings;
        }

        /** Returns one problem for each reason, for any number of accounts. */
        private List<Finding> failures() {
            Map<String, List<Integer>> byReason = new LinkedHashMap<>();
            failures.forEach((number, reason) ->
                    byReason.computeIfAbsent(reason, any -> new ArrayList<>()).add(number));
            List<Finding> findings = new ArrayList<>();
            byReason.forEach((reason, numbers) -> findings.add(Finding.problem(
                    AccountState.accounts(numbers.size()) + " cannot be used, such as "
                            + site.account(numbers.getFirst()) + ": " + reason + ".",
                    "Make sure that address, accounts and password of the SUT are right"
                            + (site.imap().security() == Security.NONE
                                    ? ", and that the server accepts passwords without TLS."
                                    : "."))));
            return findings;
        }

        /** Returns the number of accounts, and some of them with their foreign content. */
        private static String description(List<AccountState> accounts) {
            List<String> names = new ArrayList<>();
            for (AccountState state : accounts) {
                if (names.isEmpty() || (!state.foreign().isEmpty() && names.size() < NAMED)) {
                    List<String> foreign = state.foreign();
                    int more = foreign.size() - NAMED;
                    names.add(state.account()
                            + (foreign.isEmpty() ? "" : ": ")
                            + String.join(", ", more > 0 ? foreign.subList(0, NAMED) : foreign)
                            + (more > 0 ? " and " + more + " more" : ""));
                }
            }
            return AccountState.accounts(accounts.size()) + ", such as " + String.join("; ", names);
        }

        @Override
        public List<Finding> inspect(List<Task> tasks) {
            List<Finding> findings = new ArrayList<>();
            int users = context.users();
            if (users > site.accounts()) {
                findings.add(Finding.problem(
                        "The site has " + site.accounts() + " accounts and the workload " + users + " users.",
                        "Lower 'users' of the load, or create more accounts and set 'accounts' of the SUT."));
            }
            if (scale.groupware() && site.davUrl().isEmpty()) {
                findings.add(Finding.problem(
                                "The site has no davUrl, and users have calendars and contacts.",
                                "Set 'davUrl' of the SUT, or 'parameters.groupware: false' of the workload.")
                        .about("groupware"));
            }
            submission(findings);
            long needed = Population.bytes(scale) * users;
            if (needed > site.capacityBytes()) {
                findings.add(Finding.problem(
                                "The mailboxes hold " + megabytes(needed)
                                        + " when they are filled, and the server can hold "
                                        + megabytes(site.capacityBytes()) + ".",
                                "Use fewer users, 'fill: small' or 'sizes: classic', or a server that keeps mail on disk.")
                        .about("fill"));
            }
            if (users > checkedAccounts && users <= site.accounts()) {
                findings.add(Finding.note(
                        "Only the first " + checkedAccounts + " of " + users + " accounts were checked in advance."));
            }
            return findings;
        }

        private static String megabytes(long bytes) {
            return (bytes >> 20) + " MiB";
        }

        private void submission(List<Finding> findings) {
            try {
                Submission.check(MailLink.smtp(sockets, Counts.NONE), site.account(1));
            } catch (MailFailure e) {
                boolean isReached = !e.connectionLost() || e.errorClass().equals(MailError.AUTHENTICATION.title());
                String message = (isReached
                                ? "Submission accepts no mail from " + site.account(1) + " to itself: "
                                : "Submission cannot be reached: ")
                        + e.getMessage() + ".";
                findings.add(
                        e.errorClass().equals(MailError.REFUSED_FOR_NOW.title())
                                ? Finding.note(message)
                                : Finding.problem(
                                        message,
                                        "Make sure that it runs, and that host, port and security of SMTP, 'domain',"
                                                + " 'login' and the password of the SUT are right."));
            }
        }

        @Override
        public List<Finding> check(boolean isFresh) {
            LocalDate oldest = today().minusDays(FRESH_DAYS);
            List<Finding> findings = new ArrayList<>();
            List<AccountState> lacking =
                    states.values().stream().filter(this::isIncomplete).toList();
            if (!lacking.isEmpty()) {
                findings.add(
                        Finding.note("Part of the loaded data is missing in " + AccountState.accounts(lacking.size())
                                + ", such as " + lacking.getFirst().account() + "; 'data: reset' restores it."));
            }
            int grown = (int)
                    states.values().stream().filter(AccountState::hasGrown).count();
            if (grown > 0) {
                findings.add(Finding.note(
                        AccountState.accounts(grown) + " hold data that earlier runs left; 'data: reset' removes it."));
            }
            if (states.values().stream()
                    .map(AccountState::marker)
                    .anyMatch(marker -> marker != null && marker.day().isBefore(oldest))) {
                findings.add(Finding.note("The data was made before " + oldest
                        + ", so that its mail and events have old dates; 'data: reload' creates it again."));
            }
            findings.add(Finding.note(counts()));
            return findings;
        }

        private boolean isIncomplete(AccountState state) {
            return state.messages() < scale.messages()
                    || state.events() < scale.events()
                    || state.contacts() < scale.contacts();
        }

        private String counts() {
            return "Before the run " + sum(AccountState::messages) + " messages ("
                    + sum(state -> state.messages(Folders.INBOX)) + " in inboxes, "
                    + sum(state -> state.messages(Folders.SENT)) + " in Sent), " + sum(AccountState::events)
                    + " events and " + sum(AccountState::contacts) + " contacts are in "
                    + AccountState.accounts(states.size()) + ".";
        }

        private long sum(ToLongFunction<AccountState> figure) {
            return states.values().stream().mapToLong(figure).sum();
        }

        /** Keeps the states: they are too large for another process. */
        @Override
        public Map<String, String> count() {
            before.clear();
            earlierRuns.clear();
            states.values().forEach(state -> {
                before.put(state.account().number(), state);
                earlierRuns.addAll(state.runs());
            });
            return Map.of();
        }

        @Override
        public List<Reconciliation> reconcile(Map<String, String> counted, SentTotals sent)
                throws SutException, InterruptedException {
            return new Reconciler(workers, before, earlierRuns, sent, latest).rows();
        }
    }
}
