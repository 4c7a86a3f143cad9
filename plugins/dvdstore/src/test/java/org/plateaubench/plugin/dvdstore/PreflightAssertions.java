// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Finding;
import org.plateaubench.api.Finding.Severity;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.dvdstore.shop.StoreSize;
import org.plateaubench.plugin.dvdstore.sql.StoreDataSet;
import org.plateaubench.spi.DataSet;

/** Assertions about the preflight of a store. */
final class PreflightAssertions {
    /** The password of user {@code clerk}, who has few rights. */
    static final String PASSWORD = "a secret of the clerk";

    private static final Pattern STATEMENT = Pattern.compile("'([A-Z]+ [^']+)'");

    private PreflightAssertions() {}

    static StoreDataSet store(SutAddress sut) {
        return new StoreDataSet(sut, StoreSize.SMALL, TestDatabase.DATA_SEED);
    }

    static SutAddress with(SutAddress sut, Map<String, String> changed) {
        Map<String, String> properties = new TreeMap<>(sut.properties());
        properties.putAll(changed);
        return new SutAddress("db", sut.service(), properties);
    }

    static SutAddress asClerk(SutAddress sut) {
        return with(sut, Map.of("user", "clerk", "password", PASSWORD));
    }

    /** Asserts that there is one problem, and returns the statement that solves it; empty if it has none. */
    static String assertOneProblemAndGetFix(DataSet data, String... parts) throws Exception {
        List<Finding> problems = data.preflight(DataPolicy.REUSE).stream()
                .filter(finding -> finding.severity() == Severity.PROBLEM)
                .toList();
        assertThat(problems).singleElement().asString().contains(parts);
        Matcher statement = STATEMENT.matcher(problems.getFirst().toString());
        return statement.find() ? statement.group(1) : "";
    }

    static void assertNoProblem(DataSet data) throws Exception {
        assertThat(data.preflight(DataPolicy.REUSE)).noneMatch(finding -> finding.severity() == Severity.PROBLEM);
    }

    static void assertNoFindings(DataSet data) throws Exception {
        assertThat(data.preflight(DataPolicy.REUSE)).isEmpty();
    }
}
