// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.sql;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Finding;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.UsedFile;
import org.plateaubench.plugin.sql.ExistingTables.Script;
import org.plateaubench.plugin.sql.ExistingTables.Totals;
import org.plateaubench.plugin.sql.SqlConnector.Drivers;
import org.plateaubench.scenario.Scenario;
import org.plateaubench.scenario.ScenarioWorkload;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.WorkloadContext;

/** Statements of a scenario, on a database. */
public final class SqlWorkload extends ScenarioWorkload<SqlParameters, SqlClient, SqlProtocol> {
    private static final String SETUP = "setup";
    private static final String TEARDOWN = "teardown";
    private static final List<String> SERVICES = List.of("h2", "postgresql", "mariadb");
    private static final Pattern SCHEMA = Pattern.compile("[a-z][a-z0-9_]{0,62}");
    private static final Pattern CREDENTIAL =
            Pattern.compile("[?&;](user|\\w*password\\w*)=", Pattern.CASE_INSENSITIVE);

    public SqlWorkload() {
        super(
                "sql",
                "Executes the statements and transactions of a scenario and checks the results.",
                SqlParameters.class,
                "operations",
                new SqlProtocol());
    }

    @Override
    protected Map<String, Object> tree(SqlParameters parameters) {
        return parameters.scenario();
    }

    @Override
    protected SqlProtocol protocol(SqlParameters parameters) {
        return new SqlProtocol();
    }

    @Override
    protected List<MeasureDefinition> measures(SqlProtocol protocol) {
        return SqlClient.measures();
    }

    @Override
    protected Execution[] executions() {
        return new Execution[] {Execution.PLATFORM, Execution.VIRTUAL};
    }

    @Override
    protected void check(SqlParameters parameters, Scenario<SqlClient> scenario, List<Finding> findings) {
        if (!parameters.schema().isEmpty()
                && !SutServiceType.isReference(parameters.schema())
                && !SCHEMA.matcher(parameters.schema()).matches()) {
            findings.add(Finding.problem(
                            "'" + parameters.schema() + "' cannot be the name of the schema.",
                            "Use lowercase letters, digits and underscores, beginning with a letter.")
                    .about("schema"));
        }
        if (parameters.setup().isEmpty() && !parameters.teardown().isEmpty()) {
            findings.add(Finding.problem("There is 'teardown' without 'setup'.", "Add 'setup', or remove it.")
                    .about(TEARDOWN));
        }
        requireNoReferences(SETUP, parameters.setup(), findings);
        requireNoReferences(TEARDOWN, parameters.teardown(), findings);
        for (int i = 0; i < parameters.driver().size(); i++) {
            String jar = parameters.driver().get(i);
            if (!jar.endsWith(".jar") && !Drivers.COORDINATES.matcher(jar).matches()) {
                findings.add(Finding.problem(
                                "'" + jar + "' is neither a jar nor Maven coordinates.",
                                "Write a path that ends in .jar, or group:artifact:version.")
                        .about("driver[" + i + "]"));
            }
        }
        List<String> operations =
                scenario.operations().stream().map(OperationDefinition::name).toList();
        parameters.grows().keySet().stream()
                .filter(each -> !operations.contains(each))
                .forEach(each -> findings.add(Finding.problem(
                                "There is no operation '" + each + "'.",
                                "Name one of " + String.join(", ", operations) + ".")
                        .about("grows." + each)));
    }

    private static void requireNoReferences(String parameter, List<String> elements, List<Finding> findings) {
        for (int i = 0; i < elements.size(); i++) {
            if (SqlText.hasReference(elements.get(i))) {
                findings.add(Finding.problem(
                                "A statement of '" + parameter + "' refers to data, which only steps have.",
                                "Write the value itself, or $${ for the text ${.")
                        .about(parameter + "[" + i + "]"));
            }
        }
    }

    @Override
    public List<Finding> check(SqlParameters parameters, Optional<String> sutService) {
        List<Finding> findings = new ArrayList<>();
        if (sutService.isPresent()) {
            if (!SERVICES.contains(sutService.get())) {
                findings.add(Finding.problem(
                        "The SUT is of service " + sutService.get() + ", which is not a database.",
                        "Name one of service " + String.join(", ", SERVICES) + "."));
            }
            if (!parameters.url().isEmpty() || !parameters.driver().isEmpty()) {
                findings.add(Finding.problem(
                                "The workload has both a sut and an address of its own.",
                                "Remove 'sut', or 'url' and 'driver'.")
                        .about(parameters.url().isEmpty() ? "driver" : "url"));
            }
        } else if (!SutServiceType.isReference(parameters.url())) {
            requireAddress(parameters, findings);
        }
        findings.addAll(check(parameters));
        return findings;
    }

    /** Checks the address. No finding quotes it, since it may hold a password. */
    private static void requireAddress(SqlParameters parameters, List<Finding> findings) {
        String url = parameters.url();
        if (url.isEmpty()) {
            findings.add(Finding.problem(
                    "There is no database.",
                    "Name a SUT by 'sut', such as one of { service: h2, mode: embedded }, or an address by 'url'."));
        } else if (url.startsWith("jdbc:h2:") && Product.of(url) == Product.OTHER) {
            findings.add(Finding.problem(
                            "This address of H2 would open the database inside the harness.",
                            "Name a SUT of { service: h2, mode: embedded } by 'sut', or begin it with jdbc:h2:tcp://.")
                    .about("url"));
        } else if (!url.startsWith("jdbc:") || (parameters.driver().isEmpty() && Product.of(url) == Product.OTHER)) {
            findings.add(Finding.problem(
                            "The plugin has no driver for this address.",
                            "Begin it with jdbc:postgresql://, jdbc:mariadb://, jdbc:mysql:// or jdbc:h2:tcp://, or name"
                                    + " the jar of a JDBC driver by 'driver'.")
                    .about("url"));
        } else if (CREDENTIAL.matcher(url).find()) {
            findings.add(Finding.problem(
                            "The address must not hold user or password.", "Use the keys 'user' and 'password'.")
                    .about("url"));
        }
    }

    @Override
    public List<UsedFile> files(SqlParameters parameters) {
        List<UsedFile> files = new ArrayList<>(super.files(parameters));
        files.addAll(Script.files(SETUP, parameters.setup()));
        files.addAll(Script.files(TEARDOWN, parameters.teardown()));
        return files;
    }

    @Override
    protected Clients<SqlClient> clients(WorkloadContext<SqlParameters> context, SqlProtocol protocol)
            throws IOException, InterruptedException {
        SqlConnector connector = SqlConnector.of(context);
        List<SqlStatement> statements = protocol.statements();
        return user -> new SqlClient(connector, statements, user);
    }

    @Override
    public DataSet dataSet(WorkloadContext<SqlParameters> context) throws IOException, InterruptedException {
        SqlParameters parameters = context.parameters();
        List<SqlStatement> statements = read(parameters).protocol().statements();
        SqlConnector connector = SqlConnector.of(context);
        Totals totals = new Totals(parameters.unchanged(), parameters.grows());
        return parameters.setup().isEmpty()
                ? new ExistingTables(connector, statements, totals)
                : new OwnSchema(
                        connector,
                        context.tile() + "/" + context.name(),
                        statements,
                        totals,
                        Script.of(SETUP, parameters.setup(), context.files()),
                        Script.of(TEARDOWN, parameters.teardown(), context.files()));
    }
}
