// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader;

/**
 * A file of a plugin.
 *
 * @param name file name
 * @param sha256 digest of its bytes, 64 hexadecimal digits
 */
public record PluginJar(String name, String sha256) {}
