// SPDX-License-Identifier: Apache-2.0
/** What the database services share: data folder, questions over JDBC, external databases, rights of a server. */
@NullMarked
package org.plateaubench.plugin.databases.server;

import org.jspecify.annotations.NullMarked;
