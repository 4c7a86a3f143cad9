// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader;

/** A file of a plugin, with the digest of its bytes in 64 hexadecimal digits. */
public record PluginJar(String name, String sha256) {}
