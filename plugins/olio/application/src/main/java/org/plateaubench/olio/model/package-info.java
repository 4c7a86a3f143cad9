// SPDX-License-Identifier: Apache-2.0
/** People, events, tags and comments, as pages show them and forms make them. */
@NullMarked
package org.plateaubench.olio.model;

import org.jspecify.annotations.NullMarked;
