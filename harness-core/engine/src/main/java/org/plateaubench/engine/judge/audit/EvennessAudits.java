// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Load;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.audit.AgentAudits.AgentHosts;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.figures.WorkloadFigures;
import org.plateaubench.engine.plan.AgentShare;
import org.plateaubench.measure.interval.Evenness;
import org.plateaubench.measure.interval.PhaseWindow;

/**
 * Checks whether every user has its share of the units (measurement rule M25). In a closed load all users that the load
 * requires have the same share. In an open load an arrival goes to the user of its agent that was free for longest, so
 * all users of an agent have the same share of the arrivals that their agent serves. Fewer units than by chance count
 * only with the variation that the units of each user have over time.
 */
final class EvennessAudits {
    private static final String UNIT = "shares";
    /** A single user with more than this number of shares is a finding. */
    private static final double MAX_RATIO = 3;
    /** Users with less than this part of their share are a finding if at least {@link #MIN_USER_SHARE} of all. */
    private static final double MIN_RATIO = 1.0 / 3;

    private static final double MIN_USER_SHARE = 0.1;
    private static final double NEEDED_UNITS = 20;
    /** The median time of an operation may be this share of the time; if it is longer, users have too few units. */
    private static final double MAX_MEDIAN_SHARE = 0.05;

    private static final double MIN_WAITING_SHARE = 0.5;

    private EvennessAudits() {}

    static List<AuditResult> of(List<WorkloadFigures> workloads, AgentHosts hosts) {
        List<List<List<Evenness>>> shared =
                workloads.stream().map(EvennessAudits::shared).toList();
        double evidence =
                Significance.divergence(shared.stream().mapToInt(List::size).sum());
        List<AuditResult> audits = new ArrayList<>();
        for (int i = 0; i < workloads.size(); i++) {
            AuditResult idle = idle(workloads.get(i), hosts, evidence);
            audits.add(idle == null ? audit(workloads.get(i), shared.get(i), evidence) : idle);
        }
        return audits;
    }

    private static Collection<Map<String, Evenness>> parts(WorkloadFigures workload) {
        Map<String, Map<String, Evenness>> parts = new TreeMap<>();
        workload.schedule()
                .evenness()
                .forEach((agent, agentParts) -> agentParts.forEach(
                        part -> parts.computeIfAbsent(part.window().label(), window -> new TreeMap<>())
                                .put(agent, part)));
        return parts.values();
    }

    private static List<List<Evenness>> shared(WorkloadFigures workload) {
        boolean isOpen = workload.planned().load() instanceof Load.Open;
        List<List<Evenness>> shared = new ArrayList<>();
        for (Map<String, Evenness> part : parts(workload)) {
            if (isOpen) {
                part.values().forEach(agent -> shared.add(List.of(agent)));
            } else {
                shared.add(List.copyOf(part.values()));
            }
        }
        return shared;
    }

    /** Finds an agent that began nothing while others did, and did not wait for the SUT: it may be too small. */
    private static @Nullable AuditResult idle(WorkloadFigures workload, AgentHosts hosts, double evidence) {
        List<AgentShare> shares = workload.planned().shares();
        for (Map<String, Evenness> part : parts(workload)) {
            double units = sum(List.copyOf(part.values()), Evenness.Group::units);
            double dispersion = Math.max(1, dispersion(part.values()));
            double all = 0;
            for (AgentShare share : shares) {
                all += portion(workload, share, part);
            }
            for (AgentShare share : shares) {
                List<Evenness> evenness =
                        Stream.ofNullable(part.get(share.agent())).toList();
                double expected = all == 0 ? 0 : units / all * portion(workload, share, part);
                boolean isIdle = sum(evenness, Evenness.Group::units) == 0 && sum(evenness, Evenness.Group::waits) == 0;
                if (isIdle && expected / dispersion > evidence + Math.log(shares.size())) {
                    String message = workload.scope() + ": agent " + share.agent() + hosts.phrase(share.agent())
                            + " reported until the end and began none of the "
                            + Figures.text(Math.rint(expected)) + " units of its share in "
                            + words(evenness.getFirst().window()) + ". Its part of the load is missing: see its"
                            + " log, and run again.";
                    double bound = Figures.rounded(MIN_RATIO);
                    return AuditResult.of(AuditOrRule.EVENNESS, false, workload.scope(), 0.0, bound, UNIT, message);
                }
            }
        }
        return null;
    }

    private static long sum(List<Evenness> evenness, ToLongFunction<Evenness.Group> figure) {
        return evenness.stream()
                .flatMap(agent -> agent.groups().stream())
                .mapToLong(figure)
                .sum();
    }

    private static double dispersion(Collection<Evenness> evenness) {
        return evenness.stream().mapToDouble(Evenness::clumping).max().orElse(0);
    }

    /** The quantity to which the units of an agent are proportional; 0 if it was not observed. */
    private static double portion(WorkloadFigures workload, AgentShare share, Map<String, Evenness> part) {
        Evenness evenness = part.get(share.agent());
        if (evenness == null) {
            return 0;
        }
        return workload.planned().load() instanceof Load.Open
                ? share.lanes()
                : sum(List.of(evenness), Evenness.Group::users);
    }

    private static String words(PhaseWindow window) {
        return window.part() == PhaseWindow.UNDIVIDED
                ? "the steady state"
                : "part " + window.part() + " of the steady state";
    }

    private static AuditResult audit(WorkloadFigures workload, List<List<Evenness>> all, double evidence) {
        Scope scope = workload.scope();
        double medianSeconds = longestMedianSeconds(workload);
        AuditResult ok = null;
        AuditResult untested = null;
        for (List<Evenness> shared : all) {
            Test test = new Test(scope, shared, evidence);
            AuditResult notTested = test.notTested(medianSeconds);
            AuditResult found = notTested == null ? test.finding() : null;
            if (found != null) {
                return found;
            }
            ok = notTested == null && ok == null ? test.okResult() : ok;
            untested = notTested == null ? untested : notTested;
        }
        AuditResult known = ok != null ? ok : untested;
        return known != null
                ? known
                : notTested(
                        scope,
                        "The work of the users was not seen often enough: at least five intervals are needed in the"
                                + " steady state and in each of its parts.");
    }

    private record Users(int first, int users, double units, double waiting) {
        double unitsPerUser() {
            return units / users;
        }
    }

    private static AuditResult notTested(Scope scope, String message) {
        return AuditResult.notTested(AuditOrRule.EVENNESS, scope, MAX_RATIO, UNIT, message);
    }

    private static double longestMedianSeconds(WorkloadFigures workload) {
        return workload.operations().stream()
                .map(line -> line.totals().service().percentile(50))
                .filter(Objects::nonNull)
                .mapToDouble(median -> Figures.seconds(median.nanos()))
                .max()
                .orElse(0);
    }

    private static final class Test {
        private final Scope scope;
        private final String part;
        private final double seconds;
        private final List<Users> groups = new ArrayList<>();
        private final double dispersion;
        private final double evidence;
        private final int users;
        private final double share;

        Test(Scope scope, List<Evenness> shared, double evidence) {
            this.scope = scope;
            this.evidence = evidence;
            part = words(shared.getFirst().window());
            seconds = Figures.seconds(shared.getFirst().nanos());
            dispersion = Math.max(1, dispersion(shared));
            for (Evenness evenness : shared) {
                for (Evenness.Group group : evenness.groups()) {
                    double waiting = (double) group.waits() / Math.max(1, evenness.readings());
                    groups.add(new Users(group.firstUser(), group.users(), group.units(), waiting));
                }
            }
            users = (int) sum(shared, Evenness.Group::users);
            share = (double) sum(shared, Evenness.Group::units) / Math.max(1, users);
        }

        @Nullable
        AuditResult notTested(double medianSeconds) {
            if (users < 2) {
                return EvennessAudits.notTested(
                        scope, "Fewer than two users belonged to the load in all of " + part + ".");
            }
            if (medianSeconds > MAX_MEDIAN_SHARE * seconds) {
                return EvennessAudits.notTested(
                        scope,
                        "Half of the calls of an operation take " + Figures.text(medianSeconds, "s") + " or longer, so"
                                + " users have too few units in " + part + ": use a longer one.");
            }
            double fewestUsers = Math.ceil(MIN_USER_SHARE * users);
            double needed = Math.max(NEEDED_UNITS, dispersion * (evidence + logChoices(fewestUsers)) / fewestUsers);
            return share >= needed
                    ? null
                    : EvennessAudits.notTested(
                            scope,
                            "A user began " + Figures.text(Figures.rounded(share)) + " units on average in "
                                    + part + "; " + Figures.text(Math.ceil(needed))
                                    + " are needed: use a longer one or more load.");
        }

        /** An upper bound on the logarithm of the number of ways to choose the given number of users. */
        private double logChoices(double chosen) {
            double chosenShare = chosen / users;
            return chosenShare >= 1
                    ? 0
                    : -users * (chosenShare * Math.log(chosenShare) + (1 - chosenShare) * Math.log1p(-chosenShare));
        }

        /** The improbability of a user's number of units: the exponent of Chernoff's bound for Poisson counts. */
        private double divergence(Users group) {
            double ratio = ratio(group);
            return share / dispersion * (1 - ratio + (ratio == 0 ? 0 : ratio * Math.log(ratio)));
        }

        private double ratio(Users group) {
            return share == 0 ? 0 : group.unitsPerUser() / share;
        }

        @Nullable
        AuditResult finding() {
            Users busiest = groups.stream()
                    .max(Comparator.comparingDouble(Users::unitsPerUser))
                    .orElseThrow();
            List<Users> others =
                    groups.stream().filter(group -> ratio(group) <= MAX_RATIO).toList();
            if (ratio(busiest) > MAX_RATIO && divergence(busiest) > evidence + Math.log(users)) {
                String who = busiest.users == 1 ? "user " + busiest.first : "each of " + busiest.users + " users";
                String finding = who + " began " + Figures.text(Figures.rounded(ratio(busiest)))
                        + " times its share of the units"
                        + " in " + part + ", " + Figures.text(100 * busiest.unitsPerUser() / (share * users), "%")
                        + " of all; at most " + Figures.text(MAX_RATIO) + " times is allowed. ";
                return violated(ratio(busiest), MAX_RATIO, finding, "The other users", others);
            }
            List<Users> few =
                    groups.stream().filter(group -> ratio(group) < MIN_RATIO).toList();
            int count = few.stream().mapToInt(Users::users).sum();
            double sum = few.stream()
                    .mapToDouble(group -> group.users * divergence(group))
                    .sum();
            if (count < MIN_USER_SHARE * users || sum <= evidence + logChoices(count)) {
                return null;
            }
            double ratio = few.stream().mapToDouble(Users::units).sum() / count / share;
            String finding = count + " of " + users + " users began less than a third of their share of the units in "
                    + part + ", " + Figures.text(100 * ratio, "%") + " of it on average. ";
            return violated(ratio, MIN_RATIO, finding, "They", few);
        }

        private AuditResult violated(double value, double bound, String finding, String who, List<Users> kept) {
            double waiting = kept.stream().mapToDouble(Users::waiting).sum()
                    / Math.max(1, kept.stream().mapToInt(Users::users).sum());
            boolean isCausedBySut = waiting >= MIN_WAITING_SHARE;
            String cause = who + " were in operations or without a connection for "
                    + Figures.text(Figures.rounded(100 * waiting), "%") + " of the time. "
                    + (isCausedBySut
                            ? "The SUT does not serve its connections evenly: look for connections that it holds back,"
                                    + " locks, or limits for each client."
                            : "The harness or the driver delayed them: look at the audits of lag and"
                                    + " pacing, and at what the driver does before an operation.");
            AuditResult audit = AuditResult.of(
                    AuditOrRule.EVENNESS,
                    false,
                    scope,
                    Figures.rounded(value),
                    Figures.rounded(bound),
                    UNIT,
                    scope + ": " + finding + cause);
            return isCausedBySut ? audit.asFailure() : audit;
        }

        AuditResult okResult() {
            double min = groups.stream().mapToDouble(this::ratio).min().orElse(0);
            double max = groups.stream().mapToDouble(this::ratio).max().orElse(0);
            String message = "Each of " + users + " users began " + Figures.text(Figures.rounded(min)) + " to "
                    + Figures.text(Figures.rounded(max)) + " times its share of the units.";
            return AuditResult.of(AuditOrRule.EVENNESS, true, scope, Figures.rounded(max), MAX_RATIO, UNIT, message);
        }
    }
}
