// SPDX-License-Identifier: Apache-2.0
/**
 * The shared part of the database services: embedded and external servers, the folders of their programs and data,
 * their rights, queries to them over JDBC, and checks of keys.
 */
@NullMarked
package org.plateaubench.plugin.databases.server;

import org.jspecify.annotations.NullMarked;
