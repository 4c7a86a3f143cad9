// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.rig;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Reach;
import org.plateaubench.api.SutAddress;
import org.plateaubench.loader.ParameterBinder;
import org.plateaubench.loader.ParameterDescriptor;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.loader.WorkloadEntry;
import org.plateaubench.loader.isolation.PluginOrigin;
import org.plateaubench.loader.isolation.ShownText;
import org.plateaubench.rig.AllowFile;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.wire.PeerLostException;
import org.plateaubench.wire.ToAgent;
import org.plateaubench.wire.ToController;
import org.plateaubench.wire.Transport;
import org.plateaubench.wire.WorkloadSlice;

/**
 * The connection of an agent whose administrator has not allowed everything. A slice with a parameter that names a
 * program, a folder, a file or settings of this host is refused unless the value is allowed, because an allowed plugin
 * may run what such a parameter names. The controller receives the reason, and the agent prints it.
 *
 * @param agent name of the agent
 * @param controller the connection
 * @param catalog the plugins of the run
 * @param allowed the values that its administrator has allowed
 * @param notices also receives the reason, on the receiving thread
 */
record AllowedWork(
        String agent,
        Transport<ToController, ToAgent> controller,
        PluginCatalog catalog,
        Set<AllowFile.Value> allowed,
        Consumer<String> notices)
        implements Transport<ToController, ToAgent> {
    @Override
    public boolean send(ToController message) throws PeerLostException {
        return controller.send(message);
    }

    @Override
    public @Nullable ToAgent receive(long timeoutNanos) throws PeerLostException, InterruptedException {
        ToAgent message = controller.receive(timeoutNanos);
        if (message instanceof ToAgent.PlanSlice plan) {
            for (WorkloadSlice slice : plan.workloads()) {
                // The session reports if there is no such workload.
                @Nullable WorkloadEntry entry = catalog.workload(slice.plugin()).orElse(null);
                if (entry != null) {
                    String reference =
                            entry.plugin().id() + "/" + entry.workload().name();
                    refuse(refused(reference, entry.workload().parametersType(), slice.parameters(), allowed));
                }
            }
        }
        if (message instanceof ToAgent.SutAddresses suts) {
            for (SutAddress sut : suts.addresses().values()) {
                refuse(refused(catalog, sut, allowed));
            }
        }
        return message;
    }

    /**
     * The values in the address of a SUT that name parts of the agent's host, such as programs that read telemetry and
     * sockets, and are not allowed.
     */
    static List<AllowFile.Value> refused(PluginCatalog catalog, SutAddress sut, Set<AllowFile.Value> allowed) {
        List<AllowFile.Value> refused = new ArrayList<>();
        SutServiceType<?> type = catalog.sutService(sut.service()).orElse(null);
        if (type == null) {
            return refused;
        }
        String plugin = PluginOrigin.of(type).orElse(sut.service());
        for (ParameterDescriptor parameter : ParameterBinder.descriptors(type.parametersType())) {
            if (parameter.reach() != Reach.FREE && parameter.reach() != Reach.ADDRESS) {
                sut.properties().forEach((name, value) -> {
                    boolean isOfParameter = name.equals(parameter.name()) || name.startsWith(parameter.name() + ".");
                    if (isOfParameter && !value.isEmpty()) {
                        refused.add(new AllowFile.Value(plugin + "/" + sut.service(), parameter.name(), value));
                    }
                });
            }
        }
        refused.removeAll(allowed);
        return refused;
    }

    /** The values that are not allowed. */
    static List<AllowFile.Value> refused(
            String reference,
            Class<? extends Record> type,
            Map<String, Object> parameters,
            Set<AllowFile.Value> allowed) {
        Map<String, Object> defaults = ParameterBinder.plainDefaults(type);
        List<AllowFile.Value> refused = new ArrayList<>();
        for (ParameterDescriptor parameter : ParameterBinder.descriptors(type)) {
            Object value = parameters.get(parameter.name());
            if (parameter.reach() != Reach.FREE && value != null && !value.equals(defaults.get(parameter.name()))) {
                refused.addAll(values(reference, parameter.name(), value));
            }
        }
        refused.removeAll(allowed);
        return refused;
    }

    private static List<AllowFile.Value> values(String reference, String parameter, Object value) {
        return switch (value) {
            case List<?> list ->
                list.stream()
                        .map(one -> new AllowFile.Value(reference, parameter, String.valueOf(one)))
                        .toList();
            case Map<?, ?> map ->
                map.entrySet().stream()
                        .map(one -> new AllowFile.Value(
                                reference, parameter + "." + one.getKey(), String.valueOf(one.getValue())))
                        .toList();
            default -> List.of(new AllowFile.Value(reference, parameter, String.valueOf(value)));
        };
    }

    private void refuse(List<AllowFile.Value> values) throws PeerLostException {
        if (values.isEmpty()) {
            return;
        }
        String named = values.stream()
                .map(value -> value.parameter() + " '" + ShownText.of(value.value()) + "'")
                .collect(Collectors.joining(", "));
        String sentence = "Agent " + agent + " may not use " + named + " of "
                + values.getFirst().workload() + ": its administrator has not allowed it (--allow).";
        // Names of parameters also come from the controller.
        notices.accept(ShownText.of(sentence));
        controller.send(new ToController.Failed(sentence));
        throw new PeerLostException(sentence);
    }

    @Override
    public void close() {
        controller.close();
    }
}
