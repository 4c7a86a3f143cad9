// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.allowed;

import io.javalin.http.Context;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.Installation;
import org.plateaubench.app.console.AllowListFile;
import org.plateaubench.app.plugin.PluginDescriptions;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.plan.reach.AllowList;
import org.plateaubench.web.http.AuditedAs;
import org.plateaubench.web.http.Body;
import org.plateaubench.web.http.Journal;
import org.plateaubench.web.http.Problem;
import org.plateaubench.web.http.Role;
import org.plateaubench.web.http.RouteTable;
import org.plateaubench.web.http.Routes;
import org.plateaubench.web.http.Secrets;

/** The routes of the allow list, for administrators. Any thread. */
public final class AllowListRoutes implements Routes {
    private final AllowListFile file;
    private final HostAccessParameters accessParameters;
    private final PluginDescriptions plugins;

    /**
     * Creates the routes for the list in a file.
     *
     * @param installation installation whose plugins declare the parameters
     */
    public AllowListRoutes(Installation installation, AllowListFile file) {
        this.file = file;
        plugins = new PluginDescriptions(installation);
        accessParameters = new HostAccessParameters(plugins);
    }

    private record Shown(
            List<AllowList.Value> values,
            List<AllowList.DeclaredSut> suts,
            List<String> variables,
            List<String> files,
            @Nullable String problem,
            String digest,
            List<HostAccessParameters.Marked> parameters,
            List<String> services) {}

    private record RequestedList(
            List<AllowList.Value> values, List<Sut> suts, List<String> variables, List<String> files, String digest) {
        AllowList list() {
            return new AllowList(values, suts.stream().map(Sut::declared).toList(), variables, files);
        }
    }

    private record Sut(
            String name,
            String service,
            @AuditedAs(AuditedAs.Form.NAMES) Map<String, Object> parameters) {
        AllowList.DeclaredSut declared() {
            return new AllowList.DeclaredSut(name, service, parameters);
        }
    }

    @Override
    public void addTo(RouteTable table) {
        String path = RouteTable.API + "/allow-list";
        table.get(path, Role.ADMIN, context -> context.json(shown())).put(path, Role.ADMIN, this::replace);
    }

    /** Returns the list. A list that cannot be read allows nothing, and may be replaced. */
    private Shown shown() {
        AllowList list = AllowList.EMPTY;
        String problem = null;
        try {
            list = file.read();
        } catch (IOException e) {
            problem = e.getMessage();
        }
        return new Shown(
                list.values(),
                list.suts(),
                list.variables(),
                list.files(),
                problem,
                digest(list, problem),
                accessParameters.all(),
                accessParameters.services());
    }

    private static String digest(AllowList list, @Nullable String problem) {
        return Secrets.digest("allow list", Documents.line(list) + Objects.requireNonNullElse(problem, ""));
    }

    private synchronized void replace(Context context) throws IOException {
        RequestedList wanted = Body.read(context, RequestedList.class);
        List<Problem.Detail> nothing = wanted.suts().stream()
                .filter(sut -> sut.parameters().containsValue(null))
                .map(sut -> Problem.Detail.of("suts", "SUT " + sut.name() + " has a parameter without a value"))
                .toList();
        if (!nothing.isEmpty()) {
            throw Problem.wrongInput("The allow list is not valid.", nothing);
        }
        Shown before = shown();
        AllowList list = wanted.list();
        Journal.target(context, changes(before, list));
        List<Problem.Detail> problems = new AllowListCheck(accessParameters).problems(list);
        if (!problems.isEmpty()) {
            throw Problem.wrongInput("The allow list is not valid.", problems);
        }
        if (!before.digest().equals(wanted.digest())) {
            throw Problem.conflict("The allow list was changed in the meantime; read it again and repeat the change.");
        }
        file.write(list);
        context.json(shown());
    }

    /** Returns the added and the removed entries, for the audit log. */
    private String changes(Shown before, AllowList after) {
        List<String> changes = new ArrayList<>();
        add(changes, before.values(), after.values());
        add(changes, before.suts(), after.suts());
        add(changes, before.variables(), after.variables());
        add(changes, before.files(), after.files());
        return String.join(", ", changes);
    }

    private void add(List<String> changes, List<?> before, List<?> after) {
        after.stream().filter(one -> !before.contains(one)).forEach(one -> changes.add("+ " + word(one)));
        before.stream().filter(one -> !after.contains(one)).forEach(one -> changes.add("- " + word(one)));
    }

    private String word(Object one) {
        return switch (one) {
            case AllowList.Value value -> value.owner() + " " + value.parameter() + ": " + value.value();
            case AllowList.DeclaredSut sut ->
                "SUT " + sut.name() + " (" + sut.service() + ") "
                        + plugins.withoutSecrets(sut.service(), sut.parameters());
            default -> String.valueOf(one);
        };
    }
}
