// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.plateaubench.engine.store.RunEnvironment;

/**
 * Conditions under which runs were made; figures under different conditions are not compared.
 *
 * @param number number from 1, in the order of first appearance
 * @param runs number of runs with these conditions
 * @param differences differences from the first conditions; empty for the first ones
 */
public record Conditions(int number, int runs, List<String> differences) {
    private static final int MAX_DIFFERENCES = 8;

    record Sorted(List<Integer> numbers, List<Conditions> all) {}

    static Sorted of(List<PastRun> runs) {
        List<PastRun> firsts = new ArrayList<>();
        List<Integer> numbers = new ArrayList<>();
        for (PastRun run : runs) {
            int found = 0;
            while (found < firsts.size() && !differences(firsts.get(found), run).isEmpty()) {
                found++;
            }
            if (found == firsts.size()) {
                firsts.add(run);
            }
            numbers.add(found + 1);
        }
        List<Conditions> all = new ArrayList<>();
        for (int i = 0; i < firsts.size(); i++) {
            int number = i + 1;
            all.add(new Conditions(
                    number,
                    (int) numbers.stream().filter(each -> each == number).count(),
                    differences(firsts.getFirst(), firsts.get(i))));
        }
        return new Sorted(numbers, all);
    }

    private static List<String> differences(PastRun one, PastRun other) {
        Set<String> differences = new LinkedHashSet<>();
        if (!one.runClass().equals(other.runClass())) {
            differences.add("class " + one.runClass() + ", now " + other.runClass());
        }
        String hosts = hosts(one);
        if (!hosts.equals(hosts(other))) {
            differences.add("hosts " + hosts + ", now " + hosts(other));
        }
        PlanDifferences.of(List.of(one.plan(), other.plan())).stream()
                .filter(difference -> !difference.minor())
                .map(Conditions::text)
                .forEach(differences::add);
        List<String> shown =
                new ArrayList<>(differences.stream().limit(MAX_DIFFERENCES).toList());
        if (differences.size() > MAX_DIFFERENCES) {
            shown.add("and " + (differences.size() - MAX_DIFFERENCES) + " more places of the plan");
        }
        return shown;
    }

    static String text(Difference difference) {
        return difference.path() + " " + difference.first() + ", now " + difference.last();
    }

    private static String hosts(PastRun run) {
        List<String> hosts = RunEnvironment.of(run.environment()).hosts().stream()
                .map(host -> host.cpuModel() + " " + host.cores())
                .toList();
        return hosts.isEmpty() ? "unknown" : String.join("; ", hosts);
    }
}
