// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Reach;
import org.plateaubench.app.Installation;
import org.plateaubench.app.plugin.PluginDescription.PluginDescriptions;
import org.plateaubench.app.plugin.PluginDescription.ServiceDescription;
import org.plateaubench.loader.ParameterDescriptor;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.spi.Plugin;
import org.plateaubench.testkit.ReachCheck;

/** Every parameter of every shipped plugin declares its reach on the host. */
final class ShippedParametersTest {
    private final List<Plugin> plugins = ServiceLoader.load(Plugin.class).stream()
            .map(ServiceLoader.Provider::get)
            .toList();

    @Test
    void everyPluginIsChecked() {
        assertThat(plugins).extracting(Plugin::id).containsExactlyInAnyOrderElementsOf(ImportTable.PLUGINS);
    }

    @Test
    void everyParameterHasRequiredMark() {
        assertThat(plugins)
                .flatMap(plugin -> ReachCheck.missing(plugin.workloads(), plugin.sutServices()))
                .isEmpty();
    }

    /** Written by hand, so that the test notices a removed declaration. */
    private static final List<String> MARKS = List.of(
            "command arguments settings",
            "command program program",
            "dovecot dovecotSettings settings",
            "dovecot postfixSettings settings",
            "dvdstore url target",
            "faban driverJar program",
            "faban properties settings",
            "faban runXml file",
            "files folder file",
            "grpc address target",
            "grpc clientCertificate file",
            "grpc clientKey file",
            "grpc trust file",
            "h2 url address",
            "javatier url target",
            "libvirt socket file",
            "mail clientCertificate file",
            "mail clientKey file",
            "mail trust file",
            "mariadb clientCertificate file",
            "mariadb clientKey file",
            "mariadb home folder",
            "mariadb url address",
            "postgresql clientCertificate file",
            "postgresql clientKey file",
            "postgresql home folder",
            "postgresql url address",
            "prometheus clientCertificate file",
            "prometheus clientKey file",
            "prometheus trust file",
            "rapl folder file",
            "redfish clientCertificate file",
            "redfish clientKey file",
            "redfish trust file",
            "redis clientCertificate file",
            "redis clientKey file",
            "redis server program",
            "redis settings settings",
            "redis trust file",
            "scenario allowCommands settings",
            "sql driver program",
            "sql grows settings",
            "sql scenario settings",
            "sql setup settings",
            "sql teardown settings",
            "sql unchanged settings",
            "sql url target",
            "storefront url target",
            "tool folder folder",
            "tool scenario settings",
            "vcenter clientCertificate file",
            "vcenter clientKey file",
            "web clientCertificate file",
            "web clientKey file",
            "web others target",
            "web tokenUrl target",
            "web trust file",
            "web url target");

    @Test
    void marksMatchExpectedList() {
        List<String> marks = new ArrayList<>();
        for (Plugin plugin : plugins) {
            plugin.sutServices()
                    .forEach(service -> marked(service.parametersType())
                            .forEach(parameter -> marks.add(service.name() + " " + parameter.name() + " "
                                    + parameter.reach().word())));
            plugin.workloads()
                    .forEach(workload -> marked(workload.parametersType())
                            .forEach(parameter -> marks.add(workload.name() + " " + parameter.name() + " "
                                    + parameter.reach().word())));
        }
        assertThat(new TreeSet<>(marks)).containsExactlyElementsOf(MARKS);
    }

    /** A meter cannot be started from the console. */
    @Test
    void startableServicesMatchExpectedList() throws IOException {
        try (PluginCatalog catalog = PluginCatalog.of(plugins.toArray(Plugin[]::new))) {
            assertThat(new PluginDescriptions(Installation.of(catalog)).startableServices())
                    .extracting(ServiceDescription::name)
                    .containsExactlyInAnyOrder(
                            "dovecot",
                            "dvdstore",
                            "h2",
                            "javatier",
                            "known-law",
                            "mail",
                            "mariadb",
                            "olio",
                            "postgresql",
                            "redis",
                            "storefront");
        }
    }

    private static Stream<ParameterDescriptor> marked(Class<? extends Record> type) {
        return ParameterDescriptor.of(type).stream().filter(parameter -> parameter.reach() != Reach.FREE);
    }
}
