// SPDX-License-Identifier: Apache-2.0
/** Workload {@code law}: asks the server and checks each answer. */
@NullMarked
package org.plateaubench.plugin.proving.client;

import org.jspecify.annotations.NullMarked;
