// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.model;

/** The driven application: its addresses, forms and answers. */
public enum DialectName {
    /** The application that comes with the harness. */
    PLATEAU,
    /** Olio for PHP. */
    PHP
}
