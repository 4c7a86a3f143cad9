// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader.isolation;

/** A class loader that loads the classes of one plugin. Thread-safe. */
interface LoaderOfPlugin {

    /** The forbidden actions of the plugin. */
    PluginViolations violations();
}
