// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.vcenter;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.vsphere.operations.Inventory;
import org.plateaubench.plugin.vsphere.operations.MachinePlatform.TaskResult;
import org.plateaubench.plugin.vsphere.operations.MachinePlatform;
import org.plateaubench.plugin.vsphere.operations.ManagedObject;
import org.plateaubench.plugin.vsphere.operations.VimException;

/**
 * A session with a vCenter Server over SOAP, which uses the methods and properties of the vSphere Web Services API.
 * {@link #cloneMachine} creates the clone in the folder of its source; snapshots do not contain memory.
 */
public final class VcenterSession implements MachinePlatform {
    private static final ManagedObject SERVICE = new ManagedObject("ServiceInstance", "ServiceInstance");
    private static final Duration SIGN_OUT_LIMIT = Duration.ofSeconds(5);

    private final SoapConnection connection;
    private final Duration limit;
    private final ManagedObject sessionManager;
    private final InventoryReader inventory;
    private final PerformanceReader performance;
    private final ManagedObject sharedCollector;
    private @Nullable TaskWait tasks;
    private final String product;
    private final String instance;

    private VcenterSession(SoapConnection connection, XmlElement content, Duration limit) throws IOException {
        this.connection = connection;
        this.limit = limit;
        sessionManager = content.required("sessionManager").reference();
        sharedCollector = content.required("propertyCollector").reference();
        PropertyCollector collector = new PropertyCollector(connection, sharedCollector, limit);
        inventory = new InventoryReader(
                collector,
                content.required("viewManager").reference(),
                content.required("rootFolder").reference());
        performance = new PerformanceReader(
                connection, collector, content.required("perfManager").reference(), limit);
        product = content.text("about", "fullName");
        instance = content.text("about", "instanceUuid");
    }

    /**
     * Signs in.
     *
     * @param limit longest wait for the answer to any call; tasks have limits of their own
     * @throws VimException with the fault {@code InvalidLogin} if the user or password is wrong
     */
    static VcenterSession signIn(SoapConnection connection, String user, String password, Duration limit)
            throws IOException, InterruptedException {
        XmlElement content = connection
                .call("RetrieveServiceContent", SERVICE, text -> {}, limit)
                .required("returnval");
        VcenterSession session = new VcenterSession(connection, content, limit);
        connection.call(
                "Login",
                session.sessionManager,
                text -> text.value("userName", user).value("password", password),
                limit);
        return session;
    }

    @Override
    public Map<String, String> environment() throws IOException, InterruptedException {
        return inventory.environment(product);
    }

    @Override
    public String instance() {
        return instance;
    }

    /** Reads the server's clock. */
    public Instant clock() throws IOException, InterruptedException {
        return TaskWait.instant(
                connection.call("CurrentTime", SERVICE, text -> {}, limit).text("returnval"));
    }

    @Override
    public Inventory inventory() throws IOException, InterruptedException {
        return inventory.all();
    }

    @Override
    public Inventory.Machine machine(ManagedObject machine) throws IOException, InterruptedException {
        return inventory.one(machine);
    }

    PerformanceReader performance() {
        return performance;
    }

    private TaskResult task(String method, ManagedObject self, Consumer<XmlText> arguments, Duration taskLimit)
            throws IOException, InterruptedException {
        TaskWait waiting = tasks();
        ManagedObject task = connection
                .call(method, self, arguments, limit)
                .required("returnval")
                .reference();
        return waiting.await(task, taskLimit);
    }

    /**
     * Creates a separate collector, because updates of the collector that all clients of a session share may be sent to
     * another client.
     */
    private TaskWait tasks() throws IOException, InterruptedException {
        TaskWait known = tasks;
        if (known != null) {
            return known;
        }
        ManagedObject own = connection
                .call("CreatePropertyCollector", sharedCollector, text -> {}, limit)
                .required("returnval")
                .reference();
        TaskWait made = new TaskWait(connection, own, limit);
        tasks = made;
        return made;
    }

    @Override
    public TaskResult relocate(
            ManagedObject machine, @Nullable ManagedObject host, @Nullable ManagedObject datastore, Duration taskLimit)
            throws IOException, InterruptedException {
        return task(
                "RelocateVM_Task",
                machine,
                text -> text.element("spec", () -> {
                    // The elements are in the order of the schema.
                    if (datastore != null) {
                        text.reference("datastore", datastore);
                    }
                    if (host != null) {
                        text.reference("host", host);
                    }
                }),
                taskLimit);
    }

    @Override
    public TaskResult cloneMachine(
            Inventory.Machine source, Placement placement, String name, String note, Duration taskLimit)
            throws IOException, InterruptedException {
        ManagedObject folder = source.folder();
        if (folder == null) {
            throw new IOException("The machine " + source.name() + " lies in no folder.");
        }
        return task(
                "CloneVM_Task",
                source.self(),
                text -> text.reference("folder", folder)
                        .value("name", name)
                        .element(
                                "spec",
                                () -> text.element(
                                                "location",
                                                () -> text.reference("datastore", placement.datastore())
                                                        .reference("pool", placement.pool())
                                                        .reference("host", placement.host()))
                                        .value("template", false)
                                        .element("config", () -> text.value("annotation", note))
                                        .value("powerOn", false)),
                taskLimit);
    }

    @Override
    public TaskResult power(ManagedObject machine, boolean on, Duration taskLimit)
            throws IOException, InterruptedException {
        return task(on ? "PowerOnVM_Task" : "PowerOffVM_Task", machine, text -> {}, taskLimit);
    }

    @Override
    public TaskResult takeSnapshot(ManagedObject machine, String name, Duration taskLimit)
            throws IOException, InterruptedException {
        return task(
                "CreateSnapshot_Task",
                machine,
                text -> text.value("name", name).value("memory", false).value("quiesce", false),
                taskLimit);
    }

    @Override
    public List<Snapshot> snapshots() throws IOException, InterruptedException {
        return inventory.snapshots();
    }

    @Override
    public TaskResult removeSnapshot(ManagedObject snapshot, Duration taskLimit)
            throws IOException, InterruptedException {
        return task("RemoveSnapshot_Task", snapshot, text -> text.value("removeChildren", false), taskLimit);
    }

    @Override
    public TaskResult destroy(ManagedObject machine, Duration taskLimit) throws IOException, InterruptedException {
        return task("Destroy_Task", machine, text -> {}, taskLimit);
    }

    @Override
    public void close() {
        try {
            connection.call("Logout", sessionManager, text -> {}, SIGN_OUT_LIMIT);
        } catch (IOException e) {
            // The server itself ends unused sessions.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
