// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere;

import java.io.IOException;
import java.net.http.HttpClient;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.SutAddress;
import org.plateaubench.http.PinnedCertificate;
import org.plateaubench.plugin.vsphere.MachinePlatform.TaskResult;
import org.plateaubench.process.ClientCertificate;
import org.plateaubench.process.ClientKeys;

/**
 * A session with a vCenter Server over SOAP, which uses the methods and properties of the vSphere Web Services API.
 * {@link #cloneMachine} creates the clone in the folder of its source; snapshots do not contain memory.
 */
public final class VcenterSession implements MachinePlatform {
    private static final ManagedObject SERVICE = new ManagedObject("ServiceInstance", "ServiceInstance");
    private static final Duration SIGN_OUT_TIMEOUT = Duration.ofSeconds(5);
    /** Time after which the server answers even if there is no update of a task. */
    private static final long MAX_SECONDS_PER_CALL = 30;

    private static final Duration GRACE = Duration.ofSeconds(15);

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

    private final SutAddress sut;
    private final HttpClient client;
    private final SoapConnection connection;
    /** The objects of the server; null until the user has signed in. */
    private @Nullable XmlElement content;

    private @Nullable ManagedObject taskCollector;

    public VcenterSession(SutAddress sut, Duration limit) {
        this.sut = sut;
        ClientKeys keys = ClientCertificate.of(sut).keys();
        client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT_TIMEOUT)
                .sslContext(PinnedCertificate.context(sut.properties().getOrDefault("fingerprint", ""), keys))
                .build();
        connection = new SoapConnection(client, keys, sut.property("url"), limit);
    }

    @Override
    public void signIn() throws IOException, InterruptedException {
        content = connection.call("RetrieveServiceContent", SERVICE, text -> {}).required("returnval");
        connection.call(
                "Login",
                serviceObject("sessionManager"),
                text -> text.value("userName", sut.property("user")).value("password", sut.property("password")));
    }

    private XmlElement content() throws IOException {
        XmlElement result = content;
        if (result == null) {
            throw new IOException("There is no session.");
        }
        return result;
    }

    private ManagedObject serviceObject(String name) throws IOException {
        return content().required(name).reference();
    }

    private PropertyCollector collector() throws IOException {
        return new PropertyCollector(connection, serviceObject("propertyCollector"));
    }

    private InventoryReader reader() throws IOException {
        return new InventoryReader(collector(), serviceObject("viewManager"), serviceObject("rootFolder"));
    }

    PerformanceReader performance() throws IOException {
        return new PerformanceReader(connection, collector(), serviceObject("perfManager"));
    }

    @Override
    public Map<String, String> environment() throws IOException, InterruptedException {
        Inventory inventory = inventory();
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("product", content().text("about", "fullName"));
        environment.put("hosts", Integer.toString(inventory.hosts().size()));
        environment.put("machines", Integer.toString(inventory.machines().size()));
        environment.put("datastores", Integer.toString(inventory.datastores().size()));
        environment.putAll(inventory.facts());
        return environment;
    }

    @Override
    public String instance() throws IOException {
        return content().text("about", "instanceUuid");
    }

    public Instant clock() throws IOException, InterruptedException {
        return XmlElement.instant(
                connection.call("CurrentTime", SERVICE, text -> {}).text("returnval"));
    }

    @Override
    public Inventory inventory() throws IOException, InterruptedException {
        return reader().read();
    }

    @Override
    public Inventory.Machine machine(ManagedObject machine) throws IOException, InterruptedException {
        return reader().readMachine(machine);
    }

    private TaskResult task(String method, ManagedObject self, Consumer<XmlText> arguments, Duration taskLimit)
            throws IOException, InterruptedException {
        ManagedObject collector = taskCollector();
        return await(collector, connection.create(method, self, arguments), taskLimit);
    }

    /**
     * Creates a separate collector, because updates of the collector that all clients of a session share may be sent to
     * another client.
     */
    private ManagedObject taskCollector() throws IOException, InterruptedException {
        ManagedObject result = taskCollector;
        if (result == null) {
            result = connection.create("CreatePropertyCollector", serviceObject("propertyCollector"), text -> {});
            taskCollector = result;
        }
        return result;
    }

    /**
     * Waits for the result of a task.
     *
     * @throws PlatformException if the task has failed
     * @throws IOException if it has not ended within the limit; the server may still continue it
     */
    private TaskResult await(ManagedObject taskCollector, ManagedObject task, Duration taskLimit)
            throws IOException, InterruptedException {
        long deadline = System.nanoTime() + taskLimit.toNanos();
        ManagedObject filter = connection.create(
                "CreateFilter",
                taskCollector,
                text -> text.element(
                                "spec",
                                () -> PropertyCollector.specification(text, task, "Task", List.of("info"), false))
                        .value("partialUpdates", false));
        try {
            String version = "";
            while (true) {
                long remainingNanos = deadline - System.nanoTime();
                if (remainingNanos <= 0) {
                    throw new IOException(
                            "The task " + task.id() + " has not ended within " + taskLimit.toMillis() + " ms.");
                }
                long seconds = Math.clamp(Duration.ofNanos(remainingNanos).toSeconds(), 1, MAX_SECONDS_PER_CALL);
                Optional<XmlElement> update = updates(taskCollector, version, seconds);
                if (update.isPresent()) {
                    version = update.get().text("version");
                    TaskResult result = result(update.get());
                    if (result != null) {
                        return result;
                    }
                }
            }
        } finally {
            destroyFilter(filter);
        }
    }

    private void destroyFilter(ManagedObject filter) throws InterruptedException {
        try {
            connection.call("DestroyPropertyFilter", filter, text -> {});
        } catch (IOException e) {
            // The result of the task is already known, and the filter ends with the session.
            return;
        }
    }

    private Optional<XmlElement> updates(ManagedObject taskCollector, String version, long seconds)
            throws IOException, InterruptedException {
        return connection
                .call(
                        "WaitForUpdatesEx",
                        taskCollector,
                        text -> text.value("version", version)
                                .element("options", () -> text.value("maxWaitSeconds", seconds)),
                        GRACE.plusSeconds(seconds))
                .child("returnval");
    }

    /** The result in an update, which contains only the task; null if the task is queued or running. */
    private static @Nullable TaskResult result(XmlElement update) throws IOException {
        Optional<XmlElement> info = update.child("filterSet", "objectSet", "changeSet", "val");
        String state = info.map(found -> found.text("state")).orElse("");
        if (state.equals("error")) {
            throw failure(info.get());
        }
        return state.equals("success") ? taskResult(info.get()) : null;
    }

    private static TaskResult taskResult(XmlElement info) throws IOException {
        Instant queued = XmlElement.instant(info.text("queueTime"));
        Instant started = XmlElement.instant(info.text("startTime"));
        Instant completed = XmlElement.instant(info.text("completeTime"));
        ManagedObject created = info.child("result")
                .filter(value -> value.instanceType().equals("ManagedObjectReference"))
                .map(XmlElement::reference)
                .orElse(null);
        return new TaskResult(between(queued, started), between(started, completed), created);
    }

    private static Duration between(Instant from, Instant to) {
        return to.isBefore(from) ? Duration.ZERO : Duration.between(from, to);
    }

    private static PlatformException failure(XmlElement info) {
        Optional<XmlElement> cause = info.child("error", "fault");
        String fault = cause.map(XmlElement::instanceType)
                .filter(type -> !type.isEmpty())
                .orElse("unknown fault");
        String message = info.text("error", "localizedMessage").replaceFirst("\\.$", "");
        return new PlatformException(
                fault,
                "The task failed: " + fault + (message.isEmpty() ? "" : ", " + message) + "."
                        + cause.map(SoapConnection::missingPrivileges).orElse(""));
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
            throw new IOException("The machine " + source.name() + " is in no folder.");
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
        return reader().snapshots();
    }

    @Override
    public List<Snapshot> snapshots(ManagedObject machine) throws IOException, InterruptedException {
        return reader().snapshots(machine);
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
    public void abort() {
        client.shutdownNow();
    }

    @Override
    public void close() {
        signOut();
        abort();
    }

    void signOut() {
        try {
            connection.call("Logout", serviceObject("sessionManager"), text -> {}, SIGN_OUT_TIMEOUT);
        } catch (IOException e) {
            // The server itself ends unused sessions.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
