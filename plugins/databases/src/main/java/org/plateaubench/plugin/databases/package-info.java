// SPDX-License-Identifier: Apache-2.0
/** SUT services for relational databases. */
@NullMarked
package org.plateaubench.plugin.databases;

import org.jspecify.annotations.NullMarked;
