// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plateaubench.plugin.sql.SqlStatement.Kind;
import org.plateaubench.plugin.sql.SqlStatement.Refusal;
import org.plateaubench.plugin.sql.SqlStatement.Result;
import org.plateaubench.plugin.sql.SqlStatement.ResultRules;
import org.plateaubench.scenario.Action;
import org.plateaubench.scenario.Expectations;
import org.plateaubench.scenario.Expectations.Extraction;
import org.plateaubench.scenario.Expectations.Rule;
import org.plateaubench.scenario.Protocol;
import org.plateaubench.scenario.StepType;
import org.plateaubench.scenario.tree.Key;
import org.plateaubench.scenario.tree.Section;
import org.plateaubench.scenario.tree.Span;
import org.plateaubench.scenario.value.Scope;

/** The steps of SQL: single statements and transactions. Numbers the statements of one scenario while it is read. */
final class SqlProtocol implements Protocol<SqlClient> {
    private static final String QUERY = "query";
    private static final String UPDATE = "update";
    private static final String BATCH = "batch";
    private static final String TRANSACTION = "transaction";
    private static final String ROWS = "rows";
    private static final String EXTRACT = "extract";
    private static final String CHECK = "check";
    private static final int MAX_ROWS = 10_000;
    private static final int MAX_RETRIES = 100;
    private static final Pattern VERB_AND_TABLE =
            Pattern.compile("(?is)\\s*(\\w+).*?(?:\\b(?:from|into|update|table|merge)\\s+([\\w.\"`]+).*)?");

    private static final Key BATCH_ROWS = Key.text(ROWS, "Number of rows of a batch, such as 20 or 2..5.");
    private static final Key CHECKED =
            Key.section(CHECK, "What must hold for the result; otherwise it is an error.", ResultRules.KEYS);
    private static final Key REFUSED =
            Key.section(Refusal.KEY, "Results and errors that are expected refusals, no errors.", Refusal.KEYS);
    private static final Key EXTRACTED = Key.mapping(
            EXTRACT,
            "Variables by name, each with a column: of the first row of a query, or one that an update generates.");

    static final List<Key> STATEMENT = List.of(EXTRACTED, CHECKED, REFUSED, BATCH_ROWS);

    static final List<Key> TRANSACTIONS = List.of(
            Key.number("retries", "How often it is tried again after a deadlock, 0 by default."),
            Key.section(Refusal.KEY, "Errors that are expected refusals, no errors.", Refusal.ERROR_KEYS));

    private static final Key QUERIES = Key.text(QUERY, "A statement that returns rows, all of which are read.");
    private static final Key UPDATES = Key.text(UPDATE, "A statement that changes rows.");
    private static final Key BATCHES = Key.text(BATCH, "A statement that is sent for several rows at once.");
    private static final List<Key> QUERY_KEYS = List.of(EXTRACTED, CHECKED, REFUSED);
    private static final List<Key> BATCH_KEYS = List.of(BATCH_ROWS, CHECKED, REFUSED);

    static final List<StepType> TYPES = List.of(
            new StepType(QUERIES, QUERY_KEYS),
            new StepType(UPDATES, QUERY_KEYS),
            new StepType(BATCHES, BATCH_KEYS),
            new StepType(
                    new Key(
                            TRANSACTION,
                            "Statements in one transaction, which is one operation.",
                            Map.of("type", "array", "items", Key.object(partKeys()))),
                    TRANSACTIONS));

    private final List<SqlStatement> statements = new ArrayList<>();

    private static List<Key> partKeys() {
        List<Key> keys = new ArrayList<>(STATEMENT);
        keys.addAll(List.of(QUERIES, UPDATES, BATCHES));
        return keys;
    }

    @Override
    public List<StepType> stepTypes() {
        return TYPES;
    }

    List<SqlStatement> statements() {
        return List.copyOf(statements);
    }

    @Override
    public Action<SqlClient> compile(String type, Section step, Scope scope) {
        if (type.equals(TRANSACTION)) {
            return transaction(step, scope);
        }
        SqlStatement statement = statement(type, step, scope);
        return new SqlAction.Single(description(step.text(type).orElse("")), statement);
    }

    private SqlAction transaction(Section step, Scope scope) {
        List<SqlStatement> parts = new ArrayList<>();
        for (Section section : step.sections(TRANSACTION)) {
            List<StepType> found =
                    TYPES.stream().filter(each -> section.has(each.name())).toList();
            if (found.size() != 1 || found.getFirst().name().equals(TRANSACTION)) {
                section.problem(
                        "A part of a transaction is one statement.", "Write one of the keys query, update and batch.");
                continue;
            }
            StepType type = found.getFirst();
            List<Key> allowed = new ArrayList<>(type.keys());
            allowed.add(type.key());
            section.allow(allowed);
            parts.add(statement(type.name(), section, scope));
        }
        if (parts.isEmpty()) {
            step.problem(TRANSACTION, "The transaction has no statement.", "Write a list of query, update and batch.");
        }
        return new SqlAction.Transaction(
                TRANSACTION.toUpperCase(Locale.ROOT),
                List.copyOf(parts),
                (int) step.number("retries", 0, 0, MAX_RETRIES),
                Refusal.of(step));
    }

    private SqlStatement statement(String type, Section step, Scope scope) {
        Kind kind = Kind.valueOf(type.toUpperCase(Locale.ROOT));
        boolean isOuter = scope.isInRepeat();
        scope.setInRepeat(isOuter || kind == Kind.BATCH);
        SqlText text = SqlText.compile(step.requiredText(type), step, scope, type);
        scope.setInRepeat(isOuter);
        if (text.sql().isEmpty() && step.has(type)) {
            step.problem(type, "There is no statement.", "Write one.");
        }
        List<String> columns = new ArrayList<>();
        Section check = step.section(CHECK);
        check.allow(ResultRules.KEYS);
        Section declined = step.section(Refusal.KEY);
        declined.allow(Refusal.KEYS);
        boolean isQuery = kind == Kind.QUERY;
        List<Rule<Result>> rules = ResultRules.read(check, scope, isQuery, columns);
        List<Rule<Result>> refusalRules = ResultRules.read(declined, scope, isQuery, columns);
        Refusal refusal = Refusal.read(step, declined, refusalRules.isEmpty());
        List<Extraction<Result>> extractions = extractions(step, scope, columns);
        SqlStatement statement = new SqlStatement(
                statements.size(),
                step.pathOf(type),
                kind,
                text,
                step.span(ROWS, new Span(1, 1), 1, MAX_ROWS),
                List.copyOf(columns),
                new Expectations<>(rules, refusal.outcome(), refusalRules, extractions),
                refusal);
        if (kind == Kind.BATCH && !step.has(ROWS)) {
            step.problem("'rows' is missing.", "Write the number of rows, such as 20 or 2..5.");
        }
        statements.add(statement);
        return statement;
    }

    private static List<Extraction<Result>> extractions(Section step, Scope scope, List<String> columns) {
        List<Extraction<Result>> extractions = new ArrayList<>();
        Section all = step.section(EXTRACT);
        for (String name : all.names()) {
            int index = ResultRules.column(all.requiredText(name), columns);
            extractions.add(new Extraction<>(name, scope.define(name, all), result -> result.values[index], null));
        }
        return List.copyOf(extractions);
    }

    /** The verb and the table of a statement, from which its default name follows. */
    private static String description(String sql) {
        Matcher matcher = VERB_AND_TABLE.matcher(sql);
        if (!matcher.matches()) {
            return "statement";
        }
        String verb = matcher.group(1).toUpperCase(Locale.ROOT);
        Matcher update = Pattern.compile("(?is)\\s*update\\s+([\\w.\"`]+).*").matcher(sql);
        String table = update.matches() ? update.group(1) : matcher.group(2);
        return table == null ? verb : verb + " " + table;
    }
}
