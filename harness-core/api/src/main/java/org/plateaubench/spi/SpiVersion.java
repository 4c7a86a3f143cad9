// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

/**
 * The version of this plugin interface. The manifest of a plugin's jar contains, under {@link #ATTRIBUTE}, the version
 * that the plugin was compiled against. The plugin works with every Plateau of the same major and the same or a later
 * minor version; any other Plateau refuses it. A change that breaks plugins raises the major version, an addition the
 * minor one.
 */
public record SpiVersion(int major, int minor) {
    /** Name of the attribute in the manifest of a jar, with a value such as {@code 1.0}. */
    public static final String ATTRIBUTE = "Plateau-SPI-Version";

    /** The version of this interface. */
    public static final SpiVersion CURRENT = new SpiVersion(1, 0);

    /**
     * Reads the value of the attribute.
     *
     * @throws IllegalArgumentException if the text is not two numbers with a point between them
     */
    public static SpiVersion parse(String text) {
        if (!text.strip().matches("\\d{1,6}\\.\\d{1,6}")) {
            throw new IllegalArgumentException(
                    ATTRIBUTE + " must be two numbers such as " + CURRENT + ", found '" + text + "'");
        }
        String[] parts = text.strip().split("\\.", -1);
        return new SpiVersion(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
    }

    /** Whether a plugin that was compiled against the given version works with this one. */
    public boolean supports(SpiVersion compiledAgainst) {
        return compiledAgainst.major == major && compiledAgainst.minor <= minor;
    }

    /** The value of the attribute. */
    @Override
    public String toString() {
        return major + "." + minor;
    }
}
