// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader.isolation;

/** A class loader whose classes are those of one plugin. Any thread. */
interface LoaderOfPlugin {

    /** The forbidden actions of the plugin. */
    PluginViolations violations();
}
