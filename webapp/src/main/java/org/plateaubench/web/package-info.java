// SPDX-License-Identifier: Apache-2.0
/** The web console: composition of its rooms, and the life of its server. */
@NullMarked
package org.plateaubench.web;

import org.jspecify.annotations.NullMarked;
