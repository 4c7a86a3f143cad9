// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.plateaubench.web.database;

import org.jspecify.annotations.NullMarked;
