// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.mail.connect.MailSockets;
import org.plateaubench.plugin.mail.dav.DavConnections;
import org.plateaubench.plugin.mail.site.MailSite;
import org.plateaubench.process.data.MarkedData;
import org.plateaubench.process.data.MarkedDataSet;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;
import org.plateaubench.spi.WorkloadContext;

/** Mailboxes, calendars and address books of the users of one workload. Holds no connection between calls. */
public final class MailDataSet extends MarkedDataSet {
    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(15);
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(60);

    private final WorkloadContext<?> context;
    private final MailSite site;
    private final DataSettings settings;
    private final MailSockets sockets;
    private final @Nullable DavConnections davConnections;
    private final AccountWorkers workers;
    private final Before before;

    /** The accounts before the load. */
    static final class Before {
        private final Duration latest;
        private final Map<Integer, AccountState> states = new TreeMap<>();
        private final Set<String> runs = new HashSet<>();

        /**
         * Creates it without accounts.
         *
         * @param latest longest wait for mail after the load
         */
        Before(Duration latest) {
            this.latest = latest;
        }

        void set(Collection<AccountState> all) {
            states.clear();
            runs.clear();
            all.forEach(state -> {
                states.put(state.account().number(), state);
                runs.addAll(state.runs());
            });
        }

        Map<Integer, AccountState> states() {
            return states;
        }

        /** Returns the earlier runs that have left mail. */
        Set<String> runs() {
            return runs;
        }

        Duration latest() {
            return latest;
        }
    }

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
        before = new Before(latest);
        site = MailSite.of(context.requiredSut());
        sockets = MailSockets.of(site);
        boolean hasCalendars = settings.scale().groupware() && site.davUrl().isPresent();
        davConnections = hasCalendars ? new DavConnections(site, CONNECT_LIMIT, ANSWER_LIMIT) : null;
        workers = new AccountWorkers(site, sockets, davConnections, settings.workers());
    }

    @Override
    protected MarkedData open(boolean inAdvance) {
        return new MailData(context, site, settings, sockets, workers, before, inAdvance);
    }

    @Override
    public Optional<Map<String, String>> baseline() {
        return Optional.empty();
    }

    /** A second run is told apart by the tokens of its mail, so the markers of all accounts need not be read again. */
    @Override
    public List<Reconciliation> reconcile(SentTotals sent) throws Exception {
        return before.states().isEmpty() ? List.of() : open(false).reconcile(Map.of(), sent);
    }

    @Override
    public void close() {
        if (davConnections != null) {
            davConnections.close();
        }
    }
}
