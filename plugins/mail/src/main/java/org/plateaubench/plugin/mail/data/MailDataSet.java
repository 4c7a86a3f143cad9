// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Finding;
import org.plateaubench.plugin.mail.connect.MailSockets;
import org.plateaubench.plugin.mail.dav.DavConnections;
import org.plateaubench.plugin.mail.site.MailSite;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.WorkloadContext;

/** Mailboxes, calendars and address books of the users of one workload. Holds no connection between calls. */
public final class MailDataSet implements DataSet {
    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(15);
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(60);
    /** Days after which data is old: it then has hardly any mail of the last weeks, and no future events. */
    private static final int FRESH_DAYS = 30;

    private final WorkloadContext<?> context;
    private final MailSite site;
    private final DataSettings settings;
    private final MailSockets sockets;
    private final @Nullable DavConnections davConnections;
    private final AccountWorkers workers;
    private final Set<String> earlierRuns = new HashSet<>();
    private final Map<Integer, AccountState> before = new TreeMap<>();
    private final Duration latest;

    /**
     * Creates the data of a workload in its SUT.
     *
     * @throws IllegalArgumentException when the SUT is not a mail site
     */
    public MailDataSet(WorkloadContext<?> context, DataSettings settings) {
        this(context, settings, Reconciler.LATEST);
    }

    MailDataSet(WorkloadContext<?> context, DataSettings settings, Duration latest) {
        this.context = context;
        this.settings = settings;
        this.latest = latest;
        site = MailSite.of(context.requiredSut());
        sockets = MailSockets.of(site);
        boolean hasCalendars = settings.scale().groupware() && site.davUrl().isPresent();
        davConnections = hasCalendars ? new DavConnections(site, CONNECT_LIMIT, ANSWER_LIMIT) : null;
        workers = new AccountWorkers(site, sockets, davConnections, settings.workers());
    }

    private static LocalDate today() {
        return LocalDate.now(ZoneOffset.UTC);
    }

    private DataMarker wanted() {
        return DataMarker.wanted(settings.scale(), context.dataSeed(), context.tile(), context.name(), today());
    }

    private boolean isAdopted() {
        String address = site.account(1).address();
        return settings.adopt().equals(address.substring(address.indexOf('@') + 1));
    }

    private List<Integer> accounts() {
        return Preflight.numbers(context.users());
    }

    private OwnershipCheck ownership(DataPolicy policy) {
        return new OwnershipCheck(wanted(), policy, isAdopted());
    }

    @Override
    public List<Finding> preflight(DataPolicy policy) throws SutException, InterruptedException {
        return new Preflight(site, sockets, settings, context.users()).findings(workers, ownership(policy));
    }

    /** Prepares the data; every account is checked before the first is changed. */
    @Override
    public void prepare(DataPolicy policy, Progress progress) throws SutException, InterruptedException {
        refuse(Preflight.groupware(site, settings.scale()));
        OwnershipCheck ownership = ownership(policy);
        Map<Integer, AccountState> found = looked(true);
        refuse(ownership.findings(found.values()));
        List<Integer> accounts = new ArrayList<>();
        found.forEach((number, state) -> {
            if (ownership.work(state) != OwnershipCheck.Work.NONE) {
                accounts.add(number);
            }
        });
        Scale scale = settings.scale();
        Counted messages = new Counted(progress, "filling mailboxes", "messages", scale.messages(), accounts.size());
        Counted objects = new Counted(
                progress,
                "filling calendars and address books",
                "events and contacts",
                scale.events() + scale.contacts(),
                accounts.size());
        AccountLoader loading = new AccountLoader(
                site, settings, context.dataSeed(), ownership.wanted(), today(), messages::add, objects::add);
        workers.run(accounts, (account, access) -> {
            AccountState state = found.get(account.number());
            if (state != null) {
                loading.load(state, ownership.work(state), access);
            }
        });
    }

    /** Progress of several threads together. */
    private static final class Counted {
        private final Progress progress;
        private final String activity;
        private final String unit;
        private final long total;
        private final AtomicLong done = new AtomicLong();

        Counted(Progress progress, String activity, String unit, long each, int accounts) {
            this.progress = progress;
            this.activity = activity;
            this.unit = unit;
            this.total = each * accounts;
        }

        void add(int count) {
            progress.report(activity, done.addAndGet(count), total, unit);
        }
    }

    private Map<Integer, AccountState> looked(boolean foreign) throws SutException, InterruptedException {
        AccountSurvey.Result seen = AccountSurvey.of(workers, accounts(), foreign);
        refuse(Preflight.failures(seen.failures(), site));
        return seen.states();
    }

    private static void refuse(List<Finding> findings) throws SutException {
        List<String> problems = findings.stream()
                .filter(finding -> finding.severity() == Finding.Severity.PROBLEM)
                .map(Finding::toString)
                .toList();
        if (!problems.isEmpty()) {
            throw new SutException(String.join(" ", problems));
        }
    }

    @Override
    public void clear(Progress progress) throws SutException, InterruptedException {
        Map<Integer, AccountState> found = new TreeMap<>(looked(true));
        DataMarker wanted = wanted();
        found.values().removeIf(state -> {
            DataMarker marker = state.marker();
            return marker == null || !(marker.isOwnedLike(wanted) || isAdopted());
        });
        refuse(ownership(DataPolicy.RELOAD).findings(found.values()));
        List<Integer> own = List.copyOf(found.keySet());
        Counted cleared = new Counted(progress, "clearing mailboxes", "accounts", 1, own.size());
        AccountLoader loading =
                new AccountLoader(site, settings, context.dataSeed(), wanted, today(), count -> {}, count -> {});
        workers.run(own, (account, access) -> {
            AccountState state = found.get(account.number());
            if (state != null) {
                loading.clear(state, access);
            }
            cleared.add(1);
        });
    }

    /** Counts the content, stores the counts for {@link #reconcile}, and finds runs that have left mail behind. */
    @Override
    public List<Finding> verify() throws SutException, InterruptedException {
        Map<Integer, AccountState> found = looked(false);
        before.clear();
        before.putAll(found);
        List<Finding> findings = new Verification(
                        settings.scale(), ownership(DataPolicy.REUSE), today().minusDays(FRESH_DAYS))
                .findings(found.values());
        Set<String> runs = ConcurrentHashMap.newKeySet();
        List<Integer> grown = found.values().stream()
                .filter(Verification::hasGrown)
                .map(state -> state.account().number())
                .toList();
        workers.run(grown, (account, access) -> {
            AccountState state = found.get(account.number());
            DataMarker marker = state == null ? null : state.marker();
            if (state != null && marker != null) {
                Map<String, Long> loaded = new TreeMap<>();
                state.folders().keySet().forEach(name -> loaded.put(name, marker.uidNext(name)));
                Arrivals earlier = new Arrivals(loaded);
                try (BulkMailbox mailbox = access.open(account)) {
                    earlier.look(mailbox, Set.of());
                }
                earlier.tokens().forEach(token -> runs.add(Arrivals.run(token)));
            }
        });
        earlierRuns.clear();
        earlierRuns.addAll(runs);
        return findings;
    }

    @Override
    public List<Reconciliation> reconcile(SentTotals sent) throws SutException, InterruptedException {
        return before.isEmpty()
                ? List.of()
                : new Reconciler(workers, before, earlierRuns, sent, System::nanoTime, latest).rows();
    }

    @Override
    public void close() {
        if (davConnections != null) {
            davConnections.close();
        }
    }
}
