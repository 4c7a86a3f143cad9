// SPDX-License-Identifier: Apache-2.0
/**
 * What the database services share: servers that the harness runs and external ones, where their programs and data are,
 * what rights they run with, questions to them over JDBC, and checks of keys.
 */
@NullMarked
package org.plateaubench.plugin.databases.server;

import org.jspecify.annotations.NullMarked;
