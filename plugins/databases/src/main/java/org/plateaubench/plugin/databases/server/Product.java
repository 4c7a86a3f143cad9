// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.server;

import java.sql.Driver;
import java.sql.SQLException;
import java.util.ServiceLoader;
import java.util.Set;

/** What a kind of database is called, how it is asked for its settings and what its errors mean. Any thread. */
public interface Product {
    /** In messages, such as {@code PostgreSQL}. */
    String title();

    /** Name of the SUT service. */
    String service();

    /** The driver itself, since {@code DriverManager} does not show it to a class loader that is not its own. */
    Driver driver();

    /** Asks for rows of a setting's name and value. */
    String settingsQuery();

    /** The settings that shape a result; the rest is the default that the version stands for. */
    Set<String> toldSettings();

    /** What an error means, the end of a sentence. */
    String sentence(SQLException said, String place, String user);

    /**
     * A driver that the plugin brings along, by the name of its class: for one that cannot be compiled against, since
     * its annotations are not shipped.
     */
    static Driver driver(String className) {
        return ServiceLoader.load(Driver.class, Product.class.getClassLoader()).stream()
                .filter(provider -> provider.type().getName().equals(className))
                .findFirst()
                .map(ServiceLoader.Provider::get)
                .orElseThrow(() -> new IllegalStateException("the plugin was packed without " + className));
    }
}
